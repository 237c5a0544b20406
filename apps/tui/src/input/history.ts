import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { limits } from "../limits.ts";

/** Sent messages, oldest first, kept in a file across starts. */
export class History {
  private readonly file: string | null;
  private entries: string[];
  /** The position that Up has reached; the end is the text being typed. */
  private at: number;
  private draft = "";

  constructor(file: string | null) {
    this.file = file;
    this.entries = file === null ? [] : readEntries(file);
    this.at = this.entries.length;
  }

  get all(): readonly string[] {
    return this.entries;
  }

  add(text: string): void {
    if (text.trim() === "") return;
    if (this.entries.at(-1) !== text) {
      this.entries.push(text);
      this.keep(text);
    }
    this.reset();
  }

  reset(): void {
    this.at = this.entries.length;
    this.draft = "";
  }

  /** Moves through the history; after the last message, the typed text returns. */
  previous(current: string): string | null {
    if (this.at === 0) return null;
    if (this.at === this.entries.length) this.draft = current;
    this.at -= 1;
    return this.entries[this.at] ?? null;
  }

  next(): string | null {
    if (this.at >= this.entries.length) return null;
    this.at += 1;
    return this.entries[this.at] ?? this.draft;
  }

  /** The newest match before a position; -1 without a match. */
  find(typed: string, from: number): number {
    for (let at = Math.min(from, this.entries.length) - 1; at >= 0; at -= 1)
      if (this.entries[at]?.toLowerCase().includes(typed.toLowerCase())) return at;
    return -1;
  }

  private keep(text: string): void {
    if (this.file === null) return;
    try {
      if (this.entries.length > limits.history) {
        this.entries = this.entries.slice(-limits.history / 2);
        writeFileSync(this.file, this.entries.map((each) => `${JSON.stringify(each)}\n`).join(""), {
          mode: 0o600,
        });
      } else {
        mkdirSync(path.dirname(this.file), { recursive: true });
        appendFileSync(this.file, `${JSON.stringify(text)}\n`, { mode: 0o600 });
      }
    } catch {
      // Without the file, the history lasts until the program exits.
    }
  }
}

function readEntries(file: string): string[] {
  try {
    return readFileSync(file, "utf8")
      .split("\n")
      .flatMap((line) => {
        const value: unknown = line === "" ? null : JSON.parse(line);
        return typeof value === "string" ? [value] : [];
      })
      .slice(-limits.history);
  } catch {
    // A missing or damaged file is an empty history.
    return [];
  }
}
