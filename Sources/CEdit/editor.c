#if defined(__linux__)
#define _GNU_SOURCE
#endif
#include "CEdit.h"

#include <histedit.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

_Static_assert(sizeof(wchar_t) == sizeof(uint32_t), "a wide character is a code point");

struct cedit {
  EditLine *line;
  FILE *input;
  FILE *output;
  cedit_callbacks callbacks;
  void *context;
  // The entry last handed to libedit, which keeps no copy.
  char *history_text;
};

static const wchar_t escape_marker = 1;

static cedit *owner(EditLine *line) {
  void *context = NULL;
  el_wget(line, EL_CLIENTDATA, &context);
  return context;
}

static int read_key(EditLine *line, wchar_t *key) {
  cedit *editor = owner(line);
  int64_t code_point = editor->callbacks.read_key(editor->context);
  *key = code_point < 0 ? 0 : (wchar_t)code_point;
  return code_point < 0 ? -1 : 1;
}

static wchar_t *prompt(EditLine *line) {
  cedit *editor = owner(line);
  return (wchar_t *)editor->callbacks.prompt(editor->context);
}

static unsigned char run(EditLine *line, int command) {
  cedit *editor = owner(line);
  switch (editor->callbacks.command(editor->context, command)) {
    case CEDIT_NORMAL: return CC_NORM;
    case CEDIT_REFRESH: return CC_REFRESH;
    case CEDIT_END: return CC_EOF;
    default: return CC_REFRESH_BEEP;
  }
}

// libedit gives a function nothing to tell which command it stands for: one function each.
#define COMMAND(n) \
  static unsigned char command_##n(EditLine *line, int key) { \
    (void)key; \
    return run(line, n); \
  }
COMMAND(0)
COMMAND(1)
COMMAND(2)
COMMAND(3)
COMMAND(4)
COMMAND(5)
COMMAND(6)
COMMAND(7)
COMMAND(8)
COMMAND(9)
COMMAND(10)
COMMAND(11)

static unsigned char (*const commands[CEDIT_COMMANDS])(EditLine *, int) = {
    command_0, command_1, command_2, command_3, command_4,  command_5,
    command_6, command_7, command_8, command_9, command_10, command_11};

static int history_step(void *context, HistEvent *event, int operation, ...) {
  cedit *editor = context;
  int step;
  switch (operation) {
    case H_FIRST: step = CEDIT_NEWEST; break;
    case H_LAST: step = CEDIT_OLDEST; break;
    case H_NEXT: step = CEDIT_OLDER; break;
    case H_PREV: step = CEDIT_NEWER; break;
    case H_CURR: step = CEDIT_CURRENT; break;
    default: event->num = -1; event->str = ""; return -1;
  }
  char *text = editor->callbacks.history(editor->context, step);
  if (text == NULL) {
    event->num = -1;
    event->str = "";
    return -1;
  }
  free(editor->history_text);
  editor->history_text = text;
  event->num = 0;
  event->str = text;
  return 0;
}

static FILE *stream(int descriptor, const char *mode) {
  int copy = dup(descriptor);
  if (copy < 0) return NULL;
  FILE *file = fdopen(copy, mode);
  if (file == NULL) close(copy);
  return file;
}

cedit *cedit_open(
    const char *program, int input, int output, const cedit_callbacks *callbacks, void *context) {
  cedit *editor = calloc(1, sizeof *editor);
  if (editor == NULL) return NULL;
  editor->callbacks = *callbacks;
  editor->context = context;
  // Streams of our own: nothing else's buffer gets between the editor and its terminal.
  editor->input = stream(input, "r");
  editor->output = stream(output, "w");
  if (editor->input != NULL && editor->output != NULL)
    editor->line = el_init(program, editor->input, editor->output, editor->output);
  if (editor->line == NULL) {
    cedit_close(editor);
    return NULL;
  }
  el_wset(editor->line, EL_CLIENTDATA, editor);
  el_wset(editor->line, EL_PROMPT_ESC, prompt, escape_marker);
  // The narrow call: with the wide one libedit asks for entries in wide characters.
  el_set(editor->line, EL_HIST, history_step, editor);
  el_set(editor->line, EL_EDITOR, "emacs");
  el_set(editor->line, EL_SIGNAL, 0);
  el_wset(editor->line, EL_GETCFN, read_key);
  return editor;
}

void cedit_close(cedit *editor) {
  if (editor->line != NULL) {
    // Ending in edit mode flushes the terminal's input, and typed-ahead text with it.
    el_set(editor->line, EL_EDITMODE, 0);
    el_end(editor->line);
  }
  if (editor->input != NULL) fclose(editor->input);
  if (editor->output != NULL) fclose(editor->output);
  free(editor->history_text);
  free(editor);
}

int cedit_add_command(cedit *editor, int command, const char *name, const char *help) {
  if (command < 0 || command >= CEDIT_COMMANDS) return -1;
  return el_set(editor->line, EL_ADDFN, name, help, commands[command]);
}

int cedit_bind(cedit *editor, const char *key, const char *function) {
  return el_set(editor->line, EL_BIND, key, function, (const char *)NULL);
}

int cedit_bind_vi_command(cedit *editor, const char *key, const char *function) {
  return el_set(editor->line, EL_BIND, "-a", key, function, (const char *)NULL);
}

static FILE *open_editrc(void) {
  const char *path = getenv("EDITRC");
  if (path != NULL) return fopen(path, "re");
  const char *home = getenv("HOME");
  if (home == NULL) return NULL;
  size_t size = strlen(home) + sizeof "/.editrc";
  char *name = malloc(size);
  if (name == NULL) return NULL;
  snprintf(name, size, "%s/.editrc", home);
  FILE *file = fopen(name, "re");
  free(name);
  return file;
}

static int chooses_editor(int count, const char **words) {
  // A word may have the program's name before it, `rxp:bind`.
  const char *command = count > 0 ? strrchr(words[0], ':') : NULL;
  command = command != NULL ? command + 1 : count > 0 ? words[0] : "";
  return strcmp(command, "bind") == 0 && count == 2
      && (strcmp(words[1], "-e") == 0 || strcmp(words[1], "-v") == 0);
}

void cedit_source(cedit *editor, int lines) {
  FILE *file = open_editrc();
  if (file == NULL) return;
  Tokenizer *tokenizer = tok_init(NULL);
  char *text = NULL;
  size_t capacity = 0;
  ssize_t length;
  while (tokenizer != NULL && (length = getline(&text, &capacity, file)) >= 0) {
    if (length > 0 && text[length - 1] == '\n') text[length - 1] = 0;
    const char *start = text + strspn(text, " \t");
    if (*start == 0 || *start == '#') continue;
    int count = 0;
    const char **words = NULL;
    if (tok_str(tokenizer, start, &count, &words) == 0 && count > 0
        && chooses_editor(count, words) == (lines == CEDIT_EDITOR_LINES))
      el_parse(editor->line, count, words);
    tok_reset(tokenizer);
  }
  if (tokenizer != NULL) tok_end(tokenizer);
  free(text);
  fclose(file);
}

int cedit_is_vi(cedit *editor) {
  const wchar_t *name = NULL;
  return el_wget(editor->line, EL_EDITOR, &name) == 0 && name != NULL && wcscmp(name, L"vi") == 0;
}

long cedit_read_line(cedit *editor) {
  int count = 0;
  const wchar_t *text = el_wgets(editor->line, &count);
  return text != NULL && count > 0 ? count : count < 0 ? -1 : 0;
}

int64_t cedit_get_key(cedit *editor) {
  wchar_t key = 0;
  return el_wgetc(editor->line, &key) == 1 ? (int64_t)(uint32_t)key : -1;
}

void cedit_push(cedit *editor, const uint32_t *text) {
  el_wpush(editor->line, (const wchar_t *)text);
}

void cedit_line(cedit *editor, const uint32_t **text, size_t *length, size_t *cursor) {
  const LineInfoW *info = el_wline(editor->line);
  *text = (const uint32_t *)info->buffer;
  *length = (size_t)(info->lastchar - info->buffer);
  *cursor = (size_t)(info->cursor - info->buffer);
}

void cedit_replace_line(cedit *editor, const uint32_t *text, size_t cursor) {
  const LineInfoW *info = el_wline(editor->line);
  int length = (int)(info->lastchar - info->buffer);
  el_cursor(editor->line, length);
  el_deletestr(editor->line, length);
  cedit_insert(editor, text);
  cedit_move_cursor(editor, cursor);
}

void cedit_insert(cedit *editor, const uint32_t *text) {
  el_winsertstr(editor->line, (const wchar_t *)text);
}

void cedit_delete_before(cedit *editor, size_t count) { el_deletestr(editor->line, (int)count); }

void cedit_move_cursor(cedit *editor, size_t position) {
  const LineInfoW *info = el_wline(editor->line);
  size_t length = (size_t)(info->lastchar - info->buffer);
  if (position > length) position = length;
  el_cursor(editor->line, (int)((long)position - (info->cursor - info->buffer)));
}

void cedit_refresh(cedit *editor) { el_set(editor->line, EL_REFRESH); }

void cedit_resize(cedit *editor) { el_resize(editor->line); }

void cedit_beep(cedit *editor) {
  el_beep(editor->line);
  fflush(editor->output);
}

void cedit_set_raw(cedit *editor, int raw) { el_set(editor->line, EL_PREP_TERM, raw); }

void cedit_write(cedit *editor, const char *bytes, size_t count) {
  fwrite(bytes, 1, count, editor->output);
  fflush(editor->output);
  clearerr(editor->output);
}
