import { isLargePaste, pasteName } from "@polylog/core";
import { type Editor, editorWith, insert } from "../input/editor.ts";
import { imageAt } from "../input/images.ts";
import { type Suggestion, suggest, triggerAt } from "../input/suggestions.ts";
import { limits } from "../limits.ts";
import type { AppParts } from "./app-parts.ts";
import { slashCommands } from "./commands/slash-commands.ts";

/** The message field: its text and suggestions. */
export class MessageField {
  private readonly app: AppParts;
  private readonly listFiles: (folder: string) => Promise<readonly string[]>;
  private files: readonly string[] = [];

  constructor(app: AppParts, listFiles: (folder: string) => Promise<readonly string[]>) {
    this.app = app;
    this.listFiles = listFiles;
  }

  get editor(): Editor {
    return this.app.model.editor;
  }

  get isEmpty(): boolean {
    return this.editor.text === "";
  }

  insert(text: string): void {
    this.write(insert(this.editor, text));
  }

  /** Puts an earlier text into the field. Null leaves the field unchanged. */
  recall(text: string | null): void {
    if (text !== null) this.write(editorWith(text));
  }

  paste(text: string): void {
    const { model, actions } = this.app;
    const image = imageAt(text, actions.folder);
    if (image !== null) {
      model.images = [...model.images, image];
      return;
    }
    if (!isLargePaste(text, limits)) return this.insert(text);
    const name = pasteName(text, model.pastes);
    model.pastes = new Map([...model.pastes, [name, text]]);
    this.insert(name);
  }

  /** Sets the text and looks up suggestions for it. */
  write(editor: Editor): void {
    const { app } = this;
    const { model } = app;
    model.editor = editor;
    // Text typed into an empty field is a new message.
    if (editor.text === "") model.editing = null;
    const trigger = triggerAt(editor);
    if (trigger === null) model.suggestions = null;
    else if (trigger.kind === "command") model.suggestions = suggest(trigger, this.commandSuggestions());
    else {
      model.suggestions = suggest(trigger, this.fileSuggestions());
      void this.listFiles(app.actions.folder).then((files) => {
        if (files === this.files) return;
        this.files = files;
        const now = triggerAt(model.editor);
        if (now?.kind === "file") model.suggestions = suggest(now, this.fileSuggestions());
        app.changed();
      });
    }
  }

  private fileSuggestions(): readonly Suggestion[] {
    return this.files.map((file) => ({
      name: `@${file}`,
      detail: "",
      insert: file.endsWith("/") ? `@${file}` : `@${file} `,
    }));
  }

  private commandSuggestions(): readonly Suggestion[] {
    const own = this.app.facts().agent?.commands ?? [];
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
