import { createInterface, type Interface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import {
  type AskDescription,
  type AskEntry,
  askPlace,
  askPlainText,
  exactText,
  type Question,
  type QuestionAnswer,
} from "@polylog/core";

/** What a person says to an ask. */
export type AskReply =
  | { readonly kind: "permission"; readonly optionId: string }
  | { readonly kind: "question"; readonly answers: readonly QuestionAnswer[] }
  | { readonly kind: "plan"; readonly decision: "approve" | "reject" };

/** The person at the terminal. Asks are put one after the other; an answer is a line. */
export class TerminalPrompt {
  private readonly lines: Interface;
  private readonly write: (text: string) => void;
  private readonly ended: Promise<null>;
  private last: Promise<unknown> = Promise.resolve();

  constructor(input: Readable, output: Writable) {
    // The terminal itself edits the line, so that Ctrl-C stays what it is.
    this.lines = createInterface({ input, terminal: false });
    this.write = (text) => void output.write(text);
    this.ended = new Promise((resolve) => this.lines.once("close", () => resolve(null)));
  }

  /** Null where the ask was settled otherwise meanwhile, or nobody types any more. */
  ask(entry: AskEntry, description: AskDescription, settled: Promise<null>): Promise<AskReply | null> {
    const asked = this.last.then(() => this.put(entry, description, Promise.race([settled, this.ended])));
    // Whoever asked is told of the failure; the next ask only waits its turn.
    this.last = asked.catch(() => undefined);
    return asked;
  }

  close(): void {
    this.lines.close();
  }

  private async put(
    entry: AskEntry,
    description: AskDescription,
    over: Promise<null>,
  ): Promise<AskReply | null> {
    this.write(`\n${entry.kind === "question" ? askPlace(description) : askPlainText(description)}\n`);
    switch (entry.kind) {
      case "permission": {
        const { choices } = description;
        // A rule that is made here is for this very call.
        const names = choices.map(({ label, covers: [narrowest] }) =>
          narrowest === undefined ? label : `${label} (${narrowest.text})`,
        );
        const chosen = await this.choose(names, over);
        const choice = chosen === null ? undefined : choices[chosen];
        return choice === undefined ? null : { kind: "permission", optionId: choice.option.optionId };
      }
      case "plan": {
        const chosen = await this.choose(["Approve", "Reject"], over);
        return chosen === null ? null : { kind: "plan", decision: chosen === 0 ? "approve" : "reject" };
      }
      case "question": {
        const answers: QuestionAnswer[] = [];
        for (const question of entry.questions) {
          const answer = await this.answer(question, over);
          if (answer === null) return null;
          answers.push({ question: question.question, answer });
        }
        return { kind: "question", answers };
      }
    }
  }

  /** The index of what was chosen. What is no number of the list is asked for again. */
  private async choose(names: readonly string[], over: Promise<null>): Promise<number | null> {
    this.list(names);
    for (;;) {
      const line = await this.line("Number: ", over);
      if (line === null) return null;
      const index = Number(line) - 1;
      if (line !== "" && names[index] !== undefined) return index;
    }
  }

  private async answer({ question, options }: Question, over: Promise<null>): Promise<string | null> {
    this.write(`${exactText(question)}\n`);
    this.list(
      options.map(({ label, description }) =>
        description === undefined ? label : `${label}: ${description}`,
      ),
    );
    for (;;) {
      const line = await this.line(options.length === 0 ? "Answer: " : "Number, or your own answer: ", over);
      if (line === null || line !== "")
        return line === null ? null : (options[Number(line) - 1]?.label ?? line);
    }
  }

  private list(names: readonly string[]): void {
    for (const [index, name] of names.entries())
      this.write(`  ${index + 1}  ${exactText(name).replaceAll("\n", " ")}\n`);
  }

  private async line(prompt: string, over: Promise<null>): Promise<string | null> {
    this.write(prompt);
    const typed = Promise.withResolvers<string>();
    this.lines.once("line", typed.resolve);
    try {
      return (await Promise.race([typed.promise, over]))?.trim() ?? null;
    } finally {
      this.lines.off("line", typed.resolve);
    }
  }
}
