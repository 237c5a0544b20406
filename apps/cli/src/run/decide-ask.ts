import { type AskEntry, firstLine, type PermissionOption } from "@polylog/core";

/** What is done about an ask where no person is there to be asked. */
export type Decision =
  | { readonly kind: "choose"; readonly option: PermissionOption }
  | { readonly kind: "reject_plan" }
  /** Nobody else can say it: the run ends. */
  | { readonly kind: "give_up"; readonly message: string };

/** Permissions are refused, or allowed where that was asked for. Nothing ever answers a question or approves a plan. */
export function decideAsk(ask: AskEntry, yolo: boolean): Decision {
  switch (ask.kind) {
    case "permission": {
      const option = optionOf(ask.options, yolo ? allowing : refusing);
      if (option !== undefined) return { kind: "choose", option };
      const wanted = yolo ? "no way to allow" : "no way to refuse";
      return {
        kind: "give_up",
        message: `The agent wants to use ${ask.toolName} and offers ${wanted} it once.`,
      };
    }
    case "plan":
      return { kind: "reject_plan" };
    case "question": {
      const asked = firstLine(ask.questions[0]?.question ?? "", 200);
      return { kind: "give_up", message: `The agent asks "${asked}", and nobody is here to answer.` };
    }
  }
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
