import { emptyEditor } from "../input/editor.ts";
import type { History } from "../input/history.ts";
import { exitDescription, runShell, type ShellResult, shellNote } from "../input/shell.ts";
import type { RenderContext } from "../render/context.ts";
import { outputLines } from "../safe/program-output.ts";
import { type Line, lineOf, span } from "../text/style.ts";
import { wrapLine } from "../text/wrap.ts";
import type { Model } from "./model.ts";

export interface UserShellOptions {
  readonly model: Model;
  readonly history: History;
  readonly context: () => RenderContext;
  readonly changed: () => void;
}

/** Runs the person's `!` commands, one at a time. */
export class UserShell {
  private readonly options: UserShellOptions;

  constructor(options: UserShellOptions) {
    this.options = options;
  }

  /** False if another command is running. The text then stays in the field. */
  run(command: string, folder: string): boolean {
    const { model, history, changed } = this.options;
    if (model.shell !== null) return false;
    if (command.trim() === "") return true;
    history.add(`!${command}`);
    model.editor = emptyEditor;
    const { ended, stop, kill } = runShell(command, folder);
    model.shell = { command, startedTs: Date.now(), isStopping: false, stop, kill };
    void ended.then((result) => {
      model.shell = null;
      model.shellNotes = [...model.shellNotes, shellNote(command, result)];
      model.pendingLines.push(...this.lines(command, result));
      changed();
    });
    return true;
  }

  /** False if no command is running. */
  stop(): boolean {
    const { model, changed } = this.options;
    if (model.shell === null) return false;
    model.shell.stop();
    model.shell = { ...model.shell, isStopping: true };
    changed();
    return true;
  }

  private lines(command: string, result: ShellResult): Line[] {
    const { theme, width, glyphs } = this.options.context();
    const output = outputLines(result.output.trimEnd()).flatMap((line) =>
      wrapLine(line, width - 2, { first: [span("  ")], hard: true }),
    );
    const how = exitDescription(result);
    const said = `${how.slice(0, 1).toUpperCase()}${how.slice(1).replace("by me", "by you")}`;
    return [
      [],
      ...wrapLine(lineOf(command, theme.strong), width, { first: [span(`${glyphs.shell} `, theme.waiting)] }),
      ...output,
      ...wrapLine(lineOf(`${said}. The agent sees this with your next message.`, theme.quiet), width, {
        first: [span("  ")],
      }),
    ];
  }
}
