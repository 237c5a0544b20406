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

/** A person's answer to an ask. */
export type AskReply =
  | { readonly kind: "permission"; readonly optionId: string }
  | { readonly kind: "question"; readonly answers: readonly QuestionAnswer[] }
  | { readonly kind: "plan"; readonly decision: "approve" | "reject" };

/** Asks the person at the terminal, one ask at a time. An answer is a line. */
export class TerminalPrompt {
  private readonly lines: Interface;
  private readonly write: (text: string) => void;
  private readonly ended: Promise<null>;
  private last: Promise<unknown> = Promise.resolve();

  constructor(input: Readable, output: Writable) {
    // The terminal handles line editing, so that Ctrl-C keeps its meaning.
    this.lines = createInterface({ input, terminal: false });
    this.write = (text) => void output.write(text);
    this.ended = new Promise((resolve) => this.lines.once("close", () => resolve(null)));
  }

  /** Null if the ask was settled elsewhere or the input has ended. */
  ask(entry: AskEntry, description: AskDescription, settled: Promise<null>): Promise<AskReply | null> {
    const asked = this.last.then(() => this.put(entry, description, Promise.race([settled, this.ended])));
    // The caller receives the failure; the next ask only waits for its turn.
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
        // A rule created here only covers this exact call.
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

  /** The index of the choice. Asks again until the answer is a number in the list. */
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
      const line = await this.line(options.length === 0 ? "Answer: " : "Number or free text: ", over);
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
