import type { answerRoutes, PermissionOffer, PlanAnswer, QuestionAnswer } from "@polylog/core";
import type { Input } from "../http.ts";

/** The answer that `client.asks.answer` accepts for each kind of ask. */
export interface AskAnswers {
  readonly permission: {
    readonly optionId: string;
    readonly note?: string | undefined;
    /** The scope of an option that creates a rule: one of the ask's offers. If omitted, exactly this call. */
    readonly offer?: PermissionOffer | undefined;
  };
  readonly question: { readonly answers: readonly QuestionAnswer[] };
  /** A note tells the agent why its plan was rejected. */
  readonly plan: Omit<PlanAnswer, "planId">;
}

export type AskKind = keyof AskAnswers;

/** An ask from `client.asks.list` or `session.asks`, or only its id and kind. */
export interface AskRef<Kind extends AskKind = AskKind> {
  readonly askId: string;
  readonly kind: Kind;
}

type Inputs = { readonly [Kind in AskKind]: Input<(typeof answerRoutes)[Kind]> };

/** The input of the route that answers each kind of ask. */
export const answerInputs: {
  readonly [Kind in AskKind]: (askId: string, answer: AskAnswers[Kind]) => Inputs[Kind];
} = {
  permission: (requestId, { optionId, note, offer }) => {
    // Without a pattern the server uses exactly this call, whose text may be long.
    const { match, pattern } = offer?.match === "prefix" ? offer : {};
    return { requestId, optionId, note, match, pattern };
  },
  question: (questionId, { answers }) => ({ questionId, answers }),
  plan: (planId, { decision, plan, note }) => ({ planId, decision, plan, note }),
};
