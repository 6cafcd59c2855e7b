/// The system's C functions as Swift can call them.
#ifndef CSYSTEM_H
#define CSYSTEM_H

#include "csystem_gather.h"
#include "csystem_io.h"
#include "csystem_keys.h"
#include "csystem_options.h"
#include "csystem_program.h"
#include "csystem_scan.h"
#include "csystem_signal.h"
#include "csystem_thread.h"
#include "csystem_watch.h"
#include "csystem_width.h"

#endif
