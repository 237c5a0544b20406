import { type AskDescription, type AskEntry, firstLine, type PermissionOption } from "@polylog/core";
import type { AskReply } from "./terminal-prompt.ts";

/** The decision on an ask when no person can answer. */
export type Decision =
  | { readonly kind: "reply"; readonly reply: AskReply; readonly remark: string | null }
  /** Only a person could answer, so the run ends. */
  | { readonly kind: "give_up"; readonly message: string };

/** The answer to an agent's question when no person can answer. */
const nobody =
  "The user is not available to answer. Decide yourself, or stop and state what you need to know.";

/** Rejects permissions unless --yolo is set, rejects plans, and tells the agent to answer its questions itself. */
export function decideAsk(ask: AskEntry, { title }: Pick<AskDescription, "title">, yolo: boolean): Decision {
  switch (ask.kind) {
    case "permission": {
      const option = optionOf(ask.options, yolo ? allowing : refusing);
      const refused = `Rejected: ${title}. No terminal is available to approve it. Use --yolo to allow everything.`;
      if (option !== undefined)
        return replied({ kind: "permission", optionId: option.optionId }, yolo ? null : refused);
      const wanted = yolo ? "allow" : "reject";
      return {
        kind: "give_up",
        message: `Permission request: ${title}. The agent offers no option to ${wanted} it once.`,
      };
    }
    case "plan":
      return replied(
        { kind: "plan", decision: "reject" },
        "Rejected a plan because no terminal is available to approve it.",
      );
    case "question": {
      const asked = firstLine(ask.questions[0]?.question ?? "", 200);
      const answers = ask.questions.map(({ question }) => ({ question, answer: nobody }));
      const remark = `The agent asked "${asked}". No terminal is available to answer, so the agent has to decide.`;
      return replied({ kind: "question", answers }, remark);
    }
  }
}

function replied(reply: AskReply, remark: string | null = null): Decision {
  return { kind: "reply", reply, remark };
}

/** Narrowest first: a decision without a person must not last longer than needed. */
const allowing = ["allow_once", "allow_session"] as const;
const refusing = ["reject_once"] as const;

function optionOf(
  options: readonly PermissionOption[],
  kinds: readonly PermissionOption["kind"][],
): PermissionOption | undefined {
  return kinds.flatMap((kind) => options.filter((option) => option.kind === kind))[0];
}
