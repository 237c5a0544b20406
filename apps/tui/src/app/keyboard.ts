import { type KeyAction, keyAction, pendingAsks } from "@polylog/core";
import { type AskStep, askKey, askText, startAsk } from "../asks/ask-state.ts";
import { edit, editorWith, emptyEditor, insert } from "../input/editor.ts";
import { moveRow } from "../input/editor-rows.ts";
import type { History } from "../input/history.ts";
import { accept, moveChoice } from "../input/suggestions.ts";
import { limits } from "../limits.ts";
import { createMenu, type MenuItem, menuKey, menuText } from "../panels/menu.ts";
import { createViewer, viewerKey } from "../panels/viewer.ts";
import { type Key, plainKey, type TerminalInput } from "../terminal/keys.ts";
import type { AppParts } from "./app-parts.ts";
import { showHelp, slashCommands } from "./commands/slash-commands.ts";
import { expandedConversation } from "./frame/expanded-conversation.ts";
import { askBeforeResend, hasChangedFiles } from "./menus/rewind-menu.ts";
import { MessageField } from "./message-field.ts";
import type { Armed } from "./model.ts";

export interface KeyboardOptions {
  readonly app: AppParts;
  readonly history: History;
  readonly rows: () => number;
  readonly files: (folder: string) => Promise<readonly string[]>;
  readonly suspend: () => void;
  readonly openEditor: () => void;
}

/** Returns false if the key means something else at the moment. */
type Handler = (key: Key, armed: Armed["key"] | null) => unknown;

/**
 * Handles keys. The topmost element gets them first: a page, a menu, an ask, suggestions, then the field. Core's table of key
 * bindings assigns keys to actions.
 */
export class Keyboard {
  private readonly options: KeyboardOptions;
  private readonly field: MessageField;

  constructor(options: KeyboardOptions) {
    this.options = options;
    this.field = new MessageField(options.app, options.files);
  }

  handle(input: TerminalInput): void {
    const { app } = this.options;
    const { model } = app;
    // A person who presses a key has read the remark.
    if (input.kind !== "focus") model.remark = null;
    if (input.kind === "focus") model.isFocused = input.focused;
    else if (input.kind === "key") this.press(input.key);
    else if (input.kind === "text") this.type(input.text);
    else if (input.kind === "paste") this.paste(input.text);
    else if (input.kind === "line") this.line(input.text);
    else if (input.kind === "end") app.leave();
    app.changed();
  }

  private readonly handlers: Readonly<
    Record<KeyAction<"terminal", "app" | "main" | "session" | "message">, Handler>
  > = {
    suspend: () => this.options.suspend(),
    redraw: () => this.options.app.redraw(),
    "show-help": () => showHelp(this.options.app),
    "open-sessions": () => this.options.app.openPicker(),
    "clear-input": () => this.clearInput(),
    leave: (key) => this.leave(key),
    interrupt: () => this.interrupt(),
    "expand-all": () =>
      this.options.app.show(createViewer("Conversation", expandedConversation(this.options.app), true)),
    "toggle-todos": () => this.toggleTodos(),
    send: (_, armed) => this.submit(armed),
    queue: () => this.queue(),
    "new-line": (key) => this.breakLine(key),
    "next-mode": () => this.options.app.actions.cycleMode(),
    "older-message": (key) => this.olderMessage(key),
    "newer-message": (key) => this.newerMessage(key),
    "search-messages": () => this.searchMessages(),
    "edit-last-message": () => this.editLast(),
    "open-editor": () => this.options.openEditor(),
  };

  private press(key: Key): void {
    const { model } = this.options.app;
    const always = keyAction("terminal", "app", key);
    if (always !== null) return void this.handlers[always](key, null);
    if (model.viewer !== null) {
      model.viewer = viewerKey(model.viewer, key, this.options.rows());
      return;
    }
    if (model.confirming !== null) return this.decline(key);
    if (model.menu !== null) return this.pressInMenu(key);
    if (this.pressInAsk(key)) return;
    if (model.suggestions !== null && this.pressInSuggestions(key)) return;
    this.pressInField(key);
  }

  private pressInField(key: Key): void {
    const armed = this.disarm();
    const { text, caret } = this.field.editor;
    const before = [
      ...(armed === null ? [] : [armed]),
      ...(text.slice(0, caret).endsWith("\\") ? ["\\"] : []),
    ];
    for (const context of ["message", "session", "main"] as const) {
      const action = keyAction("terminal", context, key, before);
      if (action !== null && this.handlers[action](key, armed) !== false) return;
    }
    const edited = edit(this.field.editor, key);
    if (edited !== null) this.field.write(edited);
  }

  private type(text: string): void {
    const { app } = this.options;
    const { model } = app;
    if (model.viewer !== null) {
      for (const name of text)
        if (model.viewer !== null)
          model.viewer = viewerKey(model.viewer, plainKey(name), this.options.rows());
      return;
    }
    if (model.confirming !== null) return this.confirm(text);
    if (model.menu !== null) {
      model.menu = { ...model.menu, menu: menuText(model.menu.menu, text) };
      return;
    }
    if (this.typeInAsk(text)) return;
    const armed = this.disarm();
    const action = this.field.isEmpty ? keyAction("terminal", "main", plainKey(text)) : null;
    if (action !== null) return void this.handlers[action](plainKey(text), armed);
    this.field.insert(text);
  }

  /** A line answers the topmost element, or is a message or a command. */
  private line(text: string): void {
    const { model } = this.options.app;
    if (model.confirming !== null) return this.confirm(text);
    if (model.menu !== null || model.ask?.writing != null) {
      this.type(text);
      return this.press(plainKey("enter"));
    }
    if (text !== "" && this.typeInAsk(text)) return;
    if (text !== "") model.editor = editorWith(text);
    this.pressInField(plainKey("enter"));
  }

  private paste(text: string): void {
    const { model } = this.options.app;
    // A paste never answers an ask.
    if (model.confirming !== null) return;
    this.disarm();
    if (model.menu !== null || model.viewer !== null || model.ask?.writing != null) return this.type(text);
    this.field.paste(text);
  }

  /** Only a typed y confirms, and only after the question has been visible for a moment. */
  private confirm(text: string): void {
    const { confirming } = this.options.app.model;
    if (confirming === null || this.isTooSoon(confirming.since)) return;
    confirming.answer(/^y$/i.test(text));
  }

  /** A key typed for something else must not answer an ask that has just appeared. A whole line is deliberate. */
  private isTooSoon(since: number): boolean {
    return !this.options.app.context().sendsLines && performance.now() - since < limits.askGuardMs;
  }

  private decline(key: Key): void {
    const { app } = this.options;
    app.model.confirming?.answer(false);
    if (keyAction("terminal", "message", key) === "next-mode") app.actions.cycleMode();
  }

  private pressInMenu(key: Key): void {
    const { model } = this.options.app;
    const open = model.menu;
    if (open === null) return;
    const step = menuKey(open.menu, key);
    if ("menu" in step) model.menu = { ...open, menu: step.menu };
    else {
      model.menu = null;
      if ("choice" in step) open.choose(step.choice);
    }
  }

  /** Whether keys go to the ask: only if the field is empty and the ask has been visible for a moment. */
  private pressInAsk(key: Key): boolean {
    return this.inAsk((entry, state) => askKey(entry, state, key));
  }

  private typeInAsk(text: string): boolean {
    return this.inAsk((entry, state) => askText(entry, state, text));
  }

  private inAsk(
    step: (...args: [Parameters<typeof askKey>[0], Parameters<typeof askKey>[1]]) => AskStep | null,
  ): boolean {
    const { app } = this.options;
    const { model, session } = app;
    const entry = pendingAsks(session.conversation)[0]?.entry;
    if (entry === undefined || (model.editor.text !== "" && model.ask?.writing == null)) return false;
    const state = model.ask?.askId === entry.askId ? model.ask : startAsk(entry);
    const next = step(entry, state);
    if (next === null) return false;
    if (this.isTooSoon(model.askSince)) return true;
    model.ask = next.answer === null ? next.state : { ...next.state, writing: null };
    if (next.answer !== null) app.actions.answer(entry.askId, next.answer);
    return true;
  }

  private pressInSuggestions(key: Key): boolean {
    const { model } = this.options.app;
    const { suggestions } = model;
    if (suggestions === null) return false;
    const handlers: Readonly<Record<KeyAction<"terminal", "suggestions">, () => unknown>> = {
      "previous-suggestion": () => {
        model.suggestions = moveChoice(suggestions, -1);
      },
      "next-suggestion": () => {
        model.suggestions = moveChoice(suggestions, 1);
      },
      "accept-suggestion": () =>
        // Enter sends text that needs no completion.
        key.name === "enter" && this.isComplete()
          ? false
          : this.field.write(accept(model.editor, suggestions)),
      "dismiss-suggestions": () => {
        model.suggestions = null;
      },
    };
    const action = keyAction("terminal", "suggestions", key);
    return action !== null && handlers[action]() !== false;
  }

  /** Whether the typed text equals the suggestion. */
  private isComplete(): boolean {
    const { editor, suggestions } = this.options.app.model;
    const chosen = suggestions?.items[suggestions.chosen];
    return chosen !== undefined && editor.text.trim() === chosen.insert.trim();
  }

  /** A backslash before the caret makes Enter insert a new line, which replaces it. */
  private breakLine(key: Key): void {
    const { editor } = this.field;
    const isEscaped = keyAction("terminal", "message", key) !== "new-line";
    const before = isEscaped ? edit(editor, plainKey("backspace")) : editor;
    this.field.write(insert(before ?? editor, "\n"));
  }

  private submit(armed: Armed["key"] | null): void {
    const { app } = this.options;
    const { model } = app;
    const { text } = model.editor;
    if (text.startsWith("!")) return app.actions.shell(text.slice(1));
    const command = /^\/([\w:.-]+)(?:\s+(.*))?$/s.exec(text.trim());
    const known = slashCommands.find(({ name }) => name === command?.[1]);
    const own =
      app.facts().agent?.commands.some(({ name }) => name.replace(/^\//, "") === command?.[1]) ?? false;
    if (command !== null && known === undefined && !own && armed !== "Enter") {
      model.armed = { key: "Enter", at: performance.now() };
      return app.actions.remark(
        `Unknown command /${command[1]}. /help lists commands. Press Enter again to send it as a message.`,
        true,
      );
    }
    if (known === undefined || own) return this.send();
    this.options.history.add(text);
    this.field.write(emptyEditor);
    known.run(app, command?.[2]?.trim() ?? "");
  }

  /** Sending an edited message rewinds the conversation to it, and the files if selected. */
  private send(): void {
    const { app } = this.options;
    const { editing } = app.model;
    if (editing?.of !== "conversation" || !hasChangedFiles(app.session.conversation, editing.seq))
      return app.actions.send();
    askBeforeResend(app, editing.seq, (rewind) => {
      app.model.editing = { ...editing, rewind };
      app.actions.send();
    });
  }

  private queue(): void {
    const { text } = this.field.editor;
    if (text.trim() === "" || /^[!/]/.test(text)) return;
    this.options.app.actions.send("queue");
  }

  private interrupt(): void {
    const { app } = this.options;
    const { model } = app;
    if (model.editing !== null) return this.field.write(emptyEditor);
    if (app.actions.stopShell()) return;
    if (app.facts().run !== null) return app.actions.cancel();
    model.armed = { key: "Esc", at: performance.now() };
    app.actions.remark(
      this.field.isEmpty ? "Press Esc again to edit your last message" : "Press Esc again to clear the field",
    );
  }

  private editLast(): unknown {
    const { app } = this.options;
    const { editing, shell } = app.model;
    if (editing !== null || shell !== null || app.facts().run !== null) return false;
    return this.field.isEmpty ? app.actions.editLast() : this.field.write(emptyEditor);
  }

  private clearInput(): void {
    const { app } = this.options;
    if (app.actions.stopShell()) return;
    if (!this.field.isEmpty) this.field.write(emptyEditor);
    app.model.armed = { key: "Ctrl+C", at: performance.now() };
    app.actions.remark("Press Ctrl+C again to quit. Agents keep running");
  }

  /** Ctrl+D deletes if the field contains text. */
  private leave(key: Key): unknown {
    if (key.name === "d" && !this.field.isEmpty) return false;
    return this.options.app.leave();
  }

  /** The last key, if pressing it again confirms something. */
  private disarm(): Armed["key"] | null {
    const { model } = this.options.app;
    const { armed } = model;
    model.armed = null;
    if (armed === null) return null;
    // A warning is read before it is confirmed, so a second Enter may come late.
    return armed.key === "Enter" || performance.now() - armed.at < limits.twiceMs ? armed.key : null;
  }

  private toggleTodos(): void {
    const { app } = this.options;
    app.model.showTodos = !app.model.showTodos;
    if (app.model.showTodos && (app.facts().agent?.todos.length ?? 0) === 0) app.actions.remark("No to-dos");
  }

  /** Up moves within the text first; in an empty field it edits the last queued message. */
  private olderMessage({ name }: Key): void {
    const { app, history } = this.options;
    if (name === "up" && this.moveRow(-1)) return;
    if (name === "up" && this.field.isEmpty && app.actions.editQueued()) return;
    this.field.recall(history.previous(this.field.editor.text));
  }

  private newerMessage({ name }: Key): void {
    if (name === "down" && this.moveRow(1)) return;
    this.field.recall(this.options.history.next());
  }

  private moveRow(by: 1 | -1): boolean {
    const moved = moveRow(this.field.editor, this.options.app.context().width - 2, by);
    if (moved !== null) this.field.write(moved);
    return moved !== null;
  }

  private searchMessages(): void {
    const { app, history } = this.options;
    const all = history.all.toReversed();
    const items = all.map((text, index): MenuItem => ({ id: String(index), name: text, detail: "" }));
    app.choose(createMenu("Message history", items, "No matches"), ({ id }) =>
      this.field.recall(all[Number(id)] ?? ""),
    );
  }
}
