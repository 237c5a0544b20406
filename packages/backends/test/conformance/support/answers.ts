import type { AskAnswer, EventBody, PermissionOption, QuestionAnswer } from "@polylog/core";
import type { Answerer, Ask } from "./scenario.ts";

/** How scenarios answer an agent's asks. */

export function isAsk(event: EventBody): event is Ask {
  return (
    event.type === "permission_request" ||
    event.type === "ask_user" ||
    (event.type === "plan_update" && event.awaitsApproval === true)
  );
}

export function permission(kind: PermissionOption["kind"], note: string | null = null): Answerer {
  return (ask) => {
    if (ask.type !== "permission_request") throw new Error(`Not a permission: ${JSON.stringify(ask)}`);
    const option = ask.options.find((choice) => choice.kind === kind);
    if (option === undefined) throw new Error(`No option ${kind} in ${JSON.stringify(ask.options)}`);
    return { kind: "permission", askId: ask.requestId, option, note };
  };
}

export const allow = permission("allow_once");

export function choose(...labels: readonly string[]): Answerer {
  return (ask) => {
    if (ask.type !== "ask_user") return allow(ask);
    const answers: QuestionAnswer[] = ask.questions.map(({ question }, index) => ({
      question,
      answer: labels[index] ?? "",
    }));
    return { kind: "question", askId: ask.questionId, answers };
  };
}

export function decide(decision: "approve" | "reject", plan: string | null = null): Answerer {
  const mode = decision === "approve" ? ("ask" as const) : undefined;
  return (ask) =>
    ask.type === "plan_update" ? { kind: "plan", askId: ask.planId, decision, plan, mode } : allow(ask);
}

/** The event that the server appends for an answer. */
export function answerEvent(answer: AskAnswer): EventBody {
  switch (answer.kind) {
    case "permission": {
      const said =
        answer.option === null ? { outcome: "expired" as const } : { optionId: answer.option.optionId };
      return { type: "permission_response", requestId: answer.askId, ...said };
    }
    case "question": {
      const said =
        answer.answers === null ? { outcome: "expired" as const } : { answers: [...answer.answers] };
      return { type: "ask_user_response", questionId: answer.askId, ...said };
    }
    case "plan": {
      const said = answer.decision === null ? { outcome: "expired" as const } : { decision: answer.decision };
      return { type: "plan_response", planId: answer.askId, ...said };
    }
  }
}
