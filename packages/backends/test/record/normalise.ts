import path from "node:path";
import type { RecordedLine } from "./fixture.ts";

/** Lists that depend on the machine. A few items are enough to show their shape. */
const inventories: ReadonlySet<string> = new Set([
  ...[
    "commands",
    "agents",
    "models",
    "tools",
    "slash_commands",
    "terminal_slash_commands",
    "skills",
    "plugins",
    "availableCommands",
    "availableModels",
    "availableSkills",
    "availableSkillDetails",
  ],
  ...["available_output_styles", "capabilities"],
]);
const kept = 3;
/** A program's own system prompt, which is long and belongs to its makers. */
const instructions: ReadonlySet<string> = new Set(["sections", "toolsAdded"]);
const longText = 2000;

/** Patterns of ids. The first, second … of a kind is replaced by a numbered name. */
const ids: readonly { readonly kind: string; readonly pattern: RegExp }[] = [
  {
    kind: "uuid",
    pattern: /(?<![0-9A-Za-z])[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g,
  },
  { kind: "message", pattern: /\b(?:msg|resp|chatcmpl)_[A-Za-z0-9_-]+/g },
  { kind: "call", pattern: /(?<=__|\b)(?:toolu|call|fc)_[A-Za-z0-9_-]+/g },
  { kind: "session", pattern: /\bses_[A-Za-z0-9]+/g },
  { kind: "request", pattern: /\breq_[A-Za-z0-9_-]+/g },
  { kind: "task", pattern: /\ba[0-9a-f]{16}\b/g },
  { kind: "task-run", pattern: /\b0[a-z0-9]{8}-[0-9a-f]{8}\b/g },
];

/** Times in file names. */
const fileTime = /\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d(?:-\d{3}Z)?/g;
const repository = path.join(import.meta.dirname, "../../../..");
const anyPlace = "/tmp/polylog-record";

/** A path in the form in which programs use it as a folder name. */
function dashed(folder: string): string {
  return folder.replaceAll("/", "-");
}

const clock = /(?:_ms|Ms|_time|At|timestamp|_seconds)$/;

/** Replaces what differs between recordings: ids, ports, times. */
export class Normaliser {
  private readonly place: string;
  private readonly names = new Map<string, string>();
  private readonly counts = new Map<string, number>();

  /** `place` is the folder that contained all files. */
  constructor(place: string) {
    this.place = place;
  }

  line({ dir, line }: RecordedLine): RecordedLine {
    return { dir, line: this.value("", line) };
  }

  private value(key: string, value: unknown): unknown {
    if (typeof value === "string") return this.text(key, value);
    if (typeof value === "number") return clock.test(key) ? 0 : value;
    if (instructions.has(key)) return Array.isArray(value) ? [] : {};
    if (Array.isArray(value)) {
      const items = inventories.has(key) ? value.slice(0, kept) : value;
      return items.map((item) => this.value("", item));
    }
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [this.plain(name), this.value(name, inner)]),
    );
  }

  private text(key: string, text: string): string {
    const plain = clock.test(key) ? "" : this.plain(text);
    return plain.length > longText ? `${plain.slice(0, longText)}…` : plain;
  }

  private plain(text: string): string {
    const placed = text.replaceAll(this.place, anyPlace).replaceAll(dashed(this.place), dashed(anyPlace));
    const anyMachine = placed.replaceAll(process.execPath, "/node").replaceAll(repository, "/polylog");
    const anyPort = anyMachine.replace(fileTime, "time").replace(/127\.0\.0\.1:\d+/g, "127.0.0.1:1");
    return ids.reduce(
      (named, { kind, pattern }) => named.replace(pattern, (id) => this.nameOf(kind, id)),
      anyPort,
    );
  }

  private nameOf(kind: string, id: string): string {
    let name = this.names.get(id);
    if (name === undefined) {
      const count = (this.counts.get(kind) ?? 0) + 1;
      this.counts.set(kind, count);
      name = `${kind}-${count}`;
      this.names.set(id, name);
    }
    return name;
  }
}
