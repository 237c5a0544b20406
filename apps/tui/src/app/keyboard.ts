import { isLargePaste, pasteName } from "@polylog/client";
import { pendingAsks } from "@polylog/core";
import { type AskStep, askKey, askText, beginAsk } from "../asks/ask-state.ts";
import { type Editor, edit, editorWith, emptyEditor, insert } from "../input/editor.ts";
import { moveRow } from "../input/editor-rows.ts";
import type { History } from "../input/history.ts";
import { imageAt } from "../input/images.ts";
import { accept, moveChoice, type Suggestion, suggest, triggerAt } from "../input/suggestions.ts";
import { limits } from "../limits.ts";
import { createMenu, type MenuItem, menuKey, menuText } from "../panels/menu.ts";
import { createViewer, viewerKey } from "../panels/viewer.ts";
import type { Key, TerminalInput } from "../terminal/keys.ts";
import type { AppParts } from "./app-parts.ts";
import { showHelp, slashCommands } from "./commands/slash-commands.ts";
import { expandedTalk } from "./frame/expanded-conversation.ts";
import { askBeforeResend, hasChangedFiles } from "./menus/rewind-menu.ts";
import type { Armed } from "./model.ts";

export interface KeyboardOptions {
  readonly app: AppParts;
  readonly history: History;
  readonly rows: () => number;
  readonly files: (folder: string) => Promise<readonly string[]>;
  readonly suspend: () => void;
  readonly writeOutside: () => void;
}

/** What keys do. Whatever lies on top hears them first: a list, an ask, suggestions; then the field. */
export class Keyboard {
  private readonly options: KeyboardOptions;
  private fileList: readonly string[] = [];

  constructor(options: KeyboardOptions) {
    this.options = options;
  }

  hear(input: TerminalInput): void {
    const { app } = this.options;
    const { model } = app;
    // What was remarked has been read by whoever goes on.
    if (input.kind !== "focus") model.remark = null;
    if (input.kind === "focus") model.isFocused = input.focused;
    else if (input.kind === "key") this.press(input.key);
    else if (input.kind === "text") this.type(input.text);
    else if (input.kind === "paste") this.paste(input.text);
    else if (input.kind === "line") this.line(input.text);
    else if (input.kind === "end") app.leave();
    app.changed();
  }

  private press(key: Key): void {
    const { app } = this.options;
    const { model } = app;
    const name = `${key.ctrl ? "ctrl+" : ""}${key.alt ? "alt+" : ""}${key.shift ? "shift+" : ""}${key.name}`;
    if (name === "ctrl+z") return this.options.suspend();
    if (name === "ctrl+l") return app.redraw();
    if (model.viewer !== null) {
      model.viewer = viewerKey(model.viewer, key, this.options.rows());
      return;
    }
    if (model.confirming !== null) return this.decline(name);
    if (model.menu !== null) return this.pressInMenu(key);
    if (this.pressInAsk(key)) return;
    if (model.suggestions !== null && this.pressInSuggestions(name)) return;
    const armed = this.disarm();
    const global = this.globals[name];
    if (global !== undefined) return global(armed);
    const width = app.context().width - 2;
    const moved =
      name === "up"
        ? moveRow(model.editor, width, -1)
        : name === "down"
          ? moveRow(model.editor, width, 1)
          : null;
    if (moved !== null) return this.write(moved);
    if (name === "up" && model.editor.text === "" && app.actions.takeBack()) return;
    if (name === "up" || name === "ctrl+p")
      return this.recall(this.options.history.previous(model.editor.text));
    if (name === "down" || name === "ctrl+n") return this.recall(this.options.history.next());
    const edited = edit(model.editor, key);
    if (edited !== null) this.write(edited);
  }

  private readonly globals: Readonly<Record<string, (armed: Armed["key"] | null) => void>> = {
    enter: (armed) => this.enter(armed),
    "shift+enter": () => this.write(insert(this.editor, "\n")),
    "alt+enter": () => this.write(insert(this.editor, "\n")),
    "ctrl+j": () => this.write(insert(this.editor, "\n")),
    tab: () => this.queue(),
    "shift+tab": () => this.options.app.actions.cycleMode(),
    escape: (armed) => this.escape(armed === "escape"),
    "ctrl+c": (armed) => this.interrupt(armed === "ctrl+c"),
    "ctrl+d": () =>
      this.editor.text === ""
        ? this.options.app.leave()
        : this.write(
            edit(this.editor, { name: "delete", ctrl: false, alt: false, shift: false }) ?? this.editor,
          ),
    "ctrl+o": () => this.options.app.show(createViewer("Everything", expandedTalk(this.options.app), true)),
    "ctrl+t": () => this.toggleTodos(),
    "ctrl+s": () => this.options.app.openPicker(),
    "ctrl+r": () => this.searchHistory(),
    "ctrl+g": () => this.options.writeOutside(),
  };

  private get editor(): Editor {
    return this.options.app.model.editor;
  }

  private type(text: string): void {
    const { app } = this.options;
    const { model } = app;
    if (model.viewer !== null) {
      for (const name of text)
        if (model.viewer !== null)
          model.viewer = viewerKey(
            model.viewer,
            { name, ctrl: false, alt: false, shift: false },
            this.options.rows(),
          );
      return;
    }
    if (model.confirming !== null) return this.confirm(text);
    if (model.menu !== null) {
      model.menu = { ...model.menu, menu: menuText(model.menu.menu, text) };
      return;
    }
    if (this.typeInAsk(text)) return;
    this.disarm();
    if (text === "?" && model.editor.text === "") return showHelp(app);
    this.write(insert(model.editor, text));
  }

  /** A line answers what is on top, or is a message or a command. */
  private line(text: string): void {
    const { model } = this.options.app;
    if (model.confirming !== null) return this.confirm(text);
    if (model.menu !== null || model.ask?.writing != null) {
      this.type(text);
      return this.press({ name: "enter", ctrl: false, alt: false, shift: false });
    }
    if (text !== "" && this.typeInAsk(text)) return;
    if (text !== "") model.editor = editorWith(text);
    this.enter(this.disarm());
  }

  private paste(text: string): void {
    const { app } = this.options;
    const { model } = app;
    // A paste is no answer.
    if (model.confirming !== null) return;
    this.disarm();
    if (model.menu !== null || model.viewer !== null || model.ask?.writing != null) return this.type(text);
    const image = imageAt(text, app.actions.folder);
    if (image !== null) {
      model.images = [...model.images, image];
      return;
    }
    if (!isLargePaste(text, limits)) return this.write(insert(model.editor, text));
    const name = pasteName(text, model.pastes);
    const pastes = new Map([...model.pastes, [name, text]]);
    model.pastes = pastes;
    this.write(insert(model.editor, name));
  }

  /** Only a typed y confirms, once the question has been seen. */
  private confirm(text: string): void {
    const { confirming } = this.options.app.model;
    if (confirming === null || this.isTooSoon(confirming.since)) return;
    confirming.answer(/^y$/i.test(text));
  }

  /** A key meant for something else must not answer what has just appeared. A whole line is no accident. */
  private isTooSoon(since: number): boolean {
    return !this.options.app.context().sendsLines && performance.now() - since < limits.askGuardMs;
  }

  private decline(name: string): void {
    const { app } = this.options;
    app.model.confirming?.answer(false);
    if (name === "shift+tab") app.actions.cycleMode();
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

  /** Whether an ask has the keyboard: only while nothing is being written, and once it has been seen. */
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
    const state = model.ask?.askId === entry.askId ? model.ask : beginAsk(entry);
    const next = step(entry, state);
    if (next === null) return false;
    if (this.isTooSoon(model.askSince)) return true;
    model.ask = next.answer === null ? next.state : { ...next.state, writing: null };
    if (next.answer !== null) app.actions.answer(entry.askId, next.answer);
    return true;
  }

  private pressInSuggestions(name: string): boolean {
    const { model } = this.options.app;
    const { suggestions } = model;
    if (suggestions === null) return false;
    if (name === "up" || name === "down") model.suggestions = moveChoice(suggestions, name === "up" ? -1 : 1);
    else if (name === "escape") model.suggestions = null;
    else if (name === "tab" || (name === "enter" && !this.isWhole()))
      this.write(accept(model.editor, suggestions));
    else return false;
    return true;
  }

  /** What was typed is what would be put in its place. */
  private isWhole(): boolean {
    const { editor, suggestions } = this.options.app.model;
    const chosen = suggestions?.items[suggestions.chosen];
    return chosen !== undefined && editor.text.trim() === chosen.insert.trim();
  }

  private enter(armed: Armed["key"] | null): void {
    const { app } = this.options;
    const { model } = app;
    const { text, caret } = model.editor;
    if (text.slice(0, caret).endsWith("\\")) {
      const without = {
        ...model.editor,
        text: text.slice(0, caret - 1) + text.slice(caret),
        caret: caret - 1,
      };
      return this.write(insert(without, "\n"));
    }
    if (text.startsWith("!")) return app.actions.shell(text.slice(1));
    const command = /^\/([\w:.-]+)(?:\s+(.*))?$/s.exec(text.trim());
    const known = slashCommands.find(({ name }) => name === command?.[1]);
    const own =
      app.facts().agent?.commands.some(({ name }) => name.replace(/^\//, "") === command?.[1]) ?? false;
    if (command !== null && known === undefined && !own && armed !== "enter") {
      model.armed = { key: "enter", at: performance.now() };
      return app.actions.remark(
        `Unknown command /${command[1]}. /help lists the commands; Enter again sends it as a message.`,
        true,
      );
    }
    if (known === undefined || own) return this.send();
    this.options.history.add(text);
    this.write(emptyEditor);
    known.run(app, command?.[2]?.trim() ?? "");
  }

  /** An edited message takes back what came after it, also files where that is chosen. */
  private send(): void {
    const { app } = this.options;
    const { editing } = app.model;
    if (editing?.of !== "talk" || !hasChangedFiles(app.session.conversation, editing.seq))
      return app.actions.send();
    askBeforeResend(app, editing.seq, (rewind) => {
      app.model.editing = { ...editing, rewind };
      app.actions.send();
    });
  }

  private queue(): void {
    const { app } = this.options;
    if (this.editor.text.trim() === "" || /^[!/]/.test(this.editor.text)) return;
    app.actions.send("queue");
  }

  private escape(again: boolean): void {
    const { app } = this.options;
    const { model } = app;
    if (model.editing !== null) return this.write(emptyEditor);
    if (app.actions.stopShell()) return;
    if (app.facts().run !== null) return app.actions.cancel();
    if (again) return model.editor.text === "" ? app.actions.editLast() : this.write(emptyEditor);
    model.armed = { key: "escape", at: performance.now() };
    app.actions.remark(
      model.editor.text === "" ? "Esc again edits your last message" : "Esc again clears the field",
    );
  }

  private interrupt(again: boolean): void {
    const { app } = this.options;
    const { model } = app;
    if (again) return app.leave();
    if (app.actions.stopShell()) return;
    if (model.editor.text !== "") this.write(emptyEditor);
    model.armed = { key: "ctrl+c", at: performance.now() };
    app.actions.remark("Ctrl+C again leaves; the agents go on");
  }

  /** The key that was pressed just before, if it waits for a second time. */
  private disarm(): Armed["key"] | null {
    const { model } = this.options.app;
    const { armed } = model;
    model.armed = null;
    if (armed === null) return null;
    // A warning is read before it is confirmed, so a second Enter may come late.
    return armed.key === "enter" || performance.now() - armed.at < limits.twiceMs ? armed.key : null;
  }

  private toggleTodos(): void {
    const { app } = this.options;
    app.model.showTodos = !app.model.showTodos;
    if (app.model.showTodos && (app.facts().agent?.todos.length ?? 0) === 0)
      app.actions.remark("There are no to-dos.");
  }

  private recall(text: string | null): void {
    if (text !== null) this.write(editorWith(text));
  }

  private searchHistory(): void {
    const { app, history } = this.options;
    const items = history.all
      .toReversed()
      .map((text, index): MenuItem => ({ id: String(index), name: text, detail: "" }));
    const all = history.all.toReversed();
    app.choose(createMenu("Messages of before", items, "Nothing fits"), ({ id }) =>
      this.write(editorWith(all[Number(id)] ?? "")),
    );
  }

  /** The field has another text; what can be offered for it is looked up. */
  private write(editor: Editor): void {
    const { app, files } = this.options;
    const { model } = app;
    model.editor = editor;
    // What is written into an empty field is a new message.
    if (editor.text === "") model.editing = null;
    const trigger = triggerAt(editor);
    if (trigger === null) model.suggestions = null;
    else if (trigger.kind === "command") model.suggestions = suggest(trigger, this.commands());
    else {
      model.suggestions = suggest(trigger, this.fileSuggestions());
      void files(app.actions.folder).then((list) => {
        if (list === this.fileList) return;
        this.fileList = list;
        const now = triggerAt(model.editor);
        if (now?.kind === "file") model.suggestions = suggest(now, this.fileSuggestions());
        app.changed();
      });
    }
  }

  private fileSuggestions(): readonly Suggestion[] {
    return this.fileList.map((file) => ({
      name: `@${file}`,
      detail: "",
      insert: file.endsWith("/") ? `@${file}` : `@${file} `,
    }));
  }

  private commands(): readonly Suggestion[] {
    const own = this.options.app.facts().agent?.commands ?? [];
    const taken = new Set(own.map(({ name }) => name.replace(/^\//, "")));
    return [
      ...own.map(({ name, description }) => {
        const plain = name.replace(/^\//, "");
        return { name: `/${plain}`, detail: description ?? "", insert: `/${plain} ` };
      }),
      ...slashCommands
        .filter(({ name }) => !taken.has(name))
        .map(({ name, about }) => ({ name: `/${name}`, detail: about, insert: `/${name}` })),
    ];
  }
}
