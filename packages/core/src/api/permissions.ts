import type { PermissionOption } from "../events/permission.ts";
import type { PermissionOffer } from "../permissions/offers.ts";

export interface PermissionAnswer {
  readonly requestId: string;
  readonly optionId: string;
  readonly note?: string | undefined;
  /** What the rule is for that the option makes, one of the offers; this very call where nothing is said. */
  readonly pattern?: string | undefined;
  /** Needed only where two offers have the same pattern; without it the very call is meant. */
  readonly match?: PermissionOffer["match"] | undefined;
}

/** What a lasting answer made. */
export interface PermissionRule extends PermissionOffer {
  readonly ruleId: string;
  readonly effect: "allow" | "deny";
  readonly toolName: string;
  readonly scope: "session" | "project" | "always";
  /** Where it holds, if not everywhere. */
  readonly sessionId: string | null;
  readonly projectRoot: string | null;
  /** When, in which session and by whom it was made; null where that was not kept. */
  readonly madeTs: number | null;
  readonly madeIn: string | null;
  readonly madeBy: string | null;
}

/** Whether choosing an option makes a rule. */
export function makesRule({ kind }: PermissionOption): boolean {
  return kind !== "allow_once" && kind !== "reject_once";
}

/** A person's decision on a plan that waits for approval. */
export interface PlanAnswer {
  readonly planId: string;
  readonly decision: "approve" | "reject" | "edit";
  /** The changed plan, where it was edited. */
  readonly plan?: string | undefined;
  /** Why it was rejected. */
  readonly note?: string | undefined;
}
