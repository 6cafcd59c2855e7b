/// Several descriptors to wait on as one.
#ifndef CSYSTEM_GATHER_H
#define CSYSTEM_GATHER_H

/// A descriptor that can be read while one of those gathered in it is ready; -1 with `errno`.
int csys_gather_open(void);
/// Gathers a descriptor: until it can be read, or written. -1 with `errno`.
int csys_gather_add(int gather, int descriptor, int for_writing);
/// Leaves a descriptor out; to be called before it is closed.
void csys_gather_remove(int gather, int descriptor, int for_writing);

#endif
