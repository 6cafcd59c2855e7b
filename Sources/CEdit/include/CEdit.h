// libedit for Swift: its variadic calls as typed functions, and the signals that a program reading
// keys must answer. Text crosses as Unicode code points, so that no locale takes part in it.
#ifndef CEDIT_H
#define CEDIT_H

#include <stddef.h>
#include <stdint.h>

// MARK: Locale, widths, size (width.c, terminal.c)

// Makes LC_CTYPE a UTF-8 locale: the environment's, else a plain UTF-8 one. Without it libedit
// swallows every letter outside ASCII. Returns 1 where the locale is UTF-8 afterwards.
int cedit_use_utf8_locale(void);

// The columns that libedit draws a character in: `^A` is 2, `\U+200B` style escapes 7 or 8,
// combining marks 0. Tab and newline depend on the place and give 0 here.
int cedit_columns(uint32_t code_point);

// The size in characters, 0 where the terminal does not know it; -1 for what is no terminal.
int cedit_terminal_size(int descriptor, int *columns, int *rows);

// MARK: The editor (editor.c)

// What a command of ours tells libedit to do next.
enum {
  CEDIT_NORMAL,   // nothing changed
  CEDIT_REFRESH,  // the line changed: draw it
  CEDIT_BEEP,     // nothing could be done
  CEDIT_END       // end of input
};

// Which way a walk through the history goes.
enum { CEDIT_NEWEST, CEDIT_OLDEST, CEDIT_OLDER, CEDIT_NEWER, CEDIT_CURRENT };

typedef struct cedit_callbacks {
  // The next key as a code point; negative ends the reading of the line.
  int64_t (*read_key)(void *context);
  // The prompt, ended by 0, valid until the next call; code point 1 on both sides of an escape.
  const uint32_t *(*prompt)(void *context);
  // Runs command number `command` (see cedit_add_command) and returns one of CEDIT_NORMAL...
  int (*command)(void *context, int command);
  // The statement that a step through the history leads to, in UTF-8 and from malloc; NULL at the
  // ends. Used by libedit's own history commands (`bind -v` and the like).
  char *(*history)(void *context, int step);
} cedit_callbacks;

typedef struct cedit cedit;

// An editor on two descriptors of one terminal; NULL where it cannot be had. The context must
// outlive it. The terminal's own settings may be changed: save them before.
cedit *cedit_open(
    const char *program, int input, int output, const cedit_callbacks *callbacks, void *context);
// Frees the editor. Typed-ahead text stays with the terminal.
void cedit_close(cedit *editor);

// Commands 0..<CEDIT_COMMANDS can be named and bound to keys.
#define CEDIT_COMMANDS 12
int cedit_add_command(cedit *editor, int command, const char *name, const char *help);
// `key` as in editrc(5): `^R`, `\e[A`. Returns 0 where it worked.
int cedit_bind(cedit *editor, const char *key, const char *function);
// The same for the keys of vi's command mode.
int cedit_bind_vi_command(cedit *editor, const char *key, const char *function);
// Does what the lines of ~/.editrc (or $EDITRC) say: those that choose the keys of emacs or vi, which
// drop every binding made before, or the others.
enum { CEDIT_EDITOR_LINES, CEDIT_OTHER_LINES };
void cedit_source(cedit *editor, int lines);
// Whether ~/.editrc chose vi's keys.
int cedit_is_vi(cedit *editor);

// Reads one line. Returns its length in code points with the newline, 0 at the end of input typed
// on an empty line, -1 where read_key ended it.
long cedit_read_line(cedit *editor);
// The next key, for commands that take keys themselves; negative where read_key ended it.
int64_t cedit_get_key(cedit *editor);
// Makes text be read before the next key.
void cedit_push(cedit *editor, const uint32_t *text);

// The line as it stands.
void cedit_line(cedit *editor, const uint32_t **text, size_t *length, size_t *cursor);
// Replaces the line; `text` is ended by 0.
void cedit_replace_line(cedit *editor, const uint32_t *text, size_t cursor);
// Inserts before the cursor; `text` is ended by 0.
void cedit_insert(cedit *editor, const uint32_t *text);
// Deletes characters before the cursor.
void cedit_delete_before(cedit *editor, size_t count);
void cedit_move_cursor(cedit *editor, size_t position);

// Draws prompt and line where the terminal's cursor stands, which must be column 0.
void cedit_refresh(cedit *editor);
// Takes over the terminal's size. Never from a signal handler: it allocates.
void cedit_resize(cedit *editor);
void cedit_beep(cedit *editor);
// Raw (1) or as it was (0).
void cedit_set_raw(cedit *editor, int raw);
// Writes at once, in order with what libedit writes.
void cedit_write(cedit *editor, const char *bytes, size_t count);

// MARK: Waiting (wait.c)

typedef struct cedit_poll {
  int descriptor;
  int ready;
} cedit_poll;

// Sleeps until a descriptor can be read (or is at its end), a signal comes or the time is over;
// `nanoseconds` negative: without limit. Returns the number of ready ones, -1 with errno.
int cedit_wait(cedit_poll *entries, size_t count, int64_t nanoseconds);
// The monotonic clock.
int64_t cedit_monotonic_nanoseconds(void);

// MARK: Signals and the terminal's state (signals.c)

enum {
  CEDIT_INTERRUPT = 1,
  CEDIT_WINDOW = 2,
  CEDIT_SUSPEND = 4,
  CEDIT_CONTINUE = 8,
  // The process is asked to end (SIGTERM, SIGHUP) and has a handler of its own for that.
  CEDIT_REQUEST = 16
};

// Remembers the terminal's settings and takes the signals: the handlers only note them, and those
// that end the process first give the terminal back. With `forward_interrupt` the handler that was
// there before sees Ctrl-C too. Returns 0, or -1 where it cannot be done.
int cedit_enter(int input, int output, int bracketed_paste, int forward_interrupt);
// Gives terminal and signals back; does nothing where cedit_enter was not called.
void cedit_leave(void);
// A descriptor that can be read when a signal was noted.
int cedit_signal_descriptor(void);
// The signals noted since the last call.
unsigned cedit_take_signals(void);
// Gives the terminal back and stops the process as Ctrl-Z does; returns when it goes on.
void cedit_suspend(void);

#endif
