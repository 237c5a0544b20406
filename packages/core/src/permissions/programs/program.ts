/**
 * Polylog's knowledge of a program. Prefix rules cover only options listed as `safe`: an unknown program, subcommand or option
 * always asks.
 *
 * Options are written in one line: `-n` is a flag, `-e=` takes a value that may be attached, `-#` is a number such as `-3`, and
 * `--color` may have a value after `=`.
 */
export interface Program {
  /** Options that neither run a program nor write a file. Without it, no prefix covers the program. */
  readonly safe?: string;
  /** Options and subcommands that run another program. Deny rules also read their arguments as commands. */
  readonly runs?: string;
  /** Options that write a file or change more than the program's purpose. */
  readonly writes?: string;
  /** Its subcommands. An unlisted one always asks; `safe` then lists the options before the subcommand. */
  readonly commands?: Readonly<Record<string, Program>>;
  /** `-name` is one option, not four letters. */
  readonly isWordStyle?: true;
  /** A pattern that every word except options must match. A separate value of an option counts as a word. */
  readonly operands?: RegExp;
  /** A pattern that no word may match. */
  readonly refuses?: RegExp;
  /** A pattern that the first operand must match, for programs whose first operand is a script. */
  readonly script?: RegExp;
  /** Never covered: a wrapper runs its operands, a shell and an interpreter run code. */
  readonly role?: "wrapper" | "shell" | "interpreter";
}

export type Programs = Readonly<Record<string, Program>>;

/** For programs that take no operand, such as `git branch` when it lists. */
export const noOperands = /^(?!)/;

export interface Options {
  readonly names: ReadonlySet<string>;
  /** Short options whose value may be attached. */
  readonly valued: ReadonlySet<string>;
}

export function readOptions(line: string | undefined): Options {
  const items = (line ?? "").split(/\s+/).filter((item) => item !== "");
  return {
    names: new Set(items.map((item) => item.replace(/=$/, ""))),
    valued: new Set(items.filter((item) => /^-[^-]=$/.test(item)).map((item) => item.slice(0, 2))),
  };
}
