import { type AskDescription, type AskEntry, firstLine, type PermissionOption } from "@polylog/core";
import type { AskReply } from "./terminal-prompt.ts";

/** What is done about an ask where no person is there to be asked. */
export type Decision =
  | { readonly kind: "reply"; readonly reply: AskReply; readonly remark: string | null }
  /** Nobody else can say it: the run ends. */
  | { readonly kind: "give_up"; readonly message: string };

/** What an agent is told that asks where nobody is. */
const nobody = "Nobody is here to answer. Decide yourself, or stop and say what you would have to know.";

/** Permissions are refused, or allowed where that was asked for. No plan is approved, and a question gets no answer. */
export function decideAsk(ask: AskEntry, { title }: Pick<AskDescription, "title">, yolo: boolean): Decision {
  switch (ask.kind) {
    case "permission": {
      const option = optionOf(ask.options, yolo ? allowing : refusing);
      const refused = `Rejected: ${title}. Nobody is here to allow it; --yolo allows it.`;
      if (option !== undefined)
        return replied({ kind: "permission", optionId: option.optionId }, yolo ? null : refused);
      const wanted = yolo ? "allow" : "reject";
      return {
        kind: "give_up",
        message: `Asked for: ${title}. The agent has no option to ${wanted} it once.`,
      };
    }
    case "plan":
      return replied({ kind: "plan", decision: "reject" }, "A plan waited for approval and was rejected.");
    case "question": {
      const asked = firstLine(ask.questions[0]?.question ?? "", 200);
      const answers = ask.questions.map(({ question }) => ({ question, answer: nobody }));
      const remark = `The agent asked "${asked}". Nobody is here to answer; it was told to decide itself.`;
      return replied({ kind: "question", answers }, remark);
    }
  }
}

function replied(reply: AskReply, remark: string | null = null): Decision {
  return { kind: "reply", reply, remark };
}

/** The narrowest first: what is said without a person must not last longer than it has to. */
const allowing = ["allow_once", "allow_session"] as const;
const refusing = ["reject_once"] as const;

function optionOf(
  options: readonly PermissionOption[],
  kinds: readonly PermissionOption["kind"][],
): PermissionOption | undefined {
  return kinds.flatMap((kind) => options.filter((option) => option.kind === kind))[0];
}
