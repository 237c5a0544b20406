import { chmodSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type IPty, spawn } from "@lydell/node-pty";
import xterm from "@xterm/headless";
import { afterAll } from "vitest";
import { main, newFolder, patienceMs, surroundings } from "./cli.ts";

/** A program in a terminal, and its screen. */
export class Window {
  private readonly pty: IPty;
  private readonly screen = new xterm.Terminal({ cols: 120, rows: 40, allowProposedApi: true });
  private readonly watchers = new Set<() => void>();
  written = "";
  exitCode: number | null = null;

  constructor(command: string, args: readonly string[], options: { cwd: string; env?: object }) {
    this.pty = spawn(command, [...args], {
      ...{ name: "xterm-256color", cols: 120, rows: 40, cwd: options.cwd },
      env: { ...surroundings(), TERM: "xterm-256color", LANG: "C.UTF-8", ...options.env },
    });
    this.pty.onData((data) => {
      this.written += data;
      this.screen.write(data, () => this.announce());
    });
    this.pty.onExit(({ exitCode }) => {
      this.exitCode = exitCode;
      this.announce();
    });
    afterAll(() => this.close());
  }

  type(text: string): void {
    this.pty.write(text);
  }

  text(): string {
    const { active } = this.screen.buffer;
    const lines = Array.from(
      { length: active.length },
      (_, at) => active.getLine(at)?.translateToString(true) ?? "",
    );
    return lines.join("\n").trimEnd();
  }

  until(isSo: () => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(timer);
        this.watchers.delete(look);
      };
      const look = () => {
        if (!isSo()) return;
        end();
        resolve();
      };
      const timer = setTimeout(() => {
        end();
        reject(new Error(`It never came to that.\n${this.text()}`));
      }, patienceMs);
      this.watchers.add(look);
      look();
    });
  }

  untilText(text: string): Promise<void> {
    return this.until(() => this.text().includes(text));
  }

  async untilExit(): Promise<number> {
    await this.until(() => this.exitCode !== null);
    // The last output has arrived, but may not be on the screen yet.
    await new Promise<void>((resolve) => this.screen.write("", resolve));
    return this.exitCode ?? -1;
  }

  close(): void {
    if (this.exitCode === null) this.pty.kill("SIGKILL");
  }

  private announce(): void {
    for (const watch of [...this.watchers]) watch();
  }
}

/** `polylog` in a terminal. */
export function polylogWindow(args: readonly string[], options: { cwd: string; env?: object }): Window {
  return new Window(process.execPath, [main, ...args], options);
}

/** A folder for the PATH with the command `polylog`. */
export function folderWithPolylog(): string {
  const folder = newFolder();
  const file = path.join(folder, "polylog");
  writeFileSync(file, `#!/bin/sh\nexec '${process.execPath}' '${main}' "$@"\n`);
  chmodSync(file, 0o755);
  return folder;
}
