import type { ProjectConfigs } from "../config/project-config.ts";
import type { EventStore } from "../store/store.ts";
import { decide, type PermissionCall, type RuleParts } from "./decide.ts";

/** A stored rule, with the session in which a person created it. */
export interface MadeRule extends RuleParts {
  readonly ruleId: string;
  readonly madeIn: string | null;
}

export interface RuleContext {
  readonly projects: Pick<ProjectConfigs, "state">;
  readonly store: Pick<EventStore, "session">;
}

/**
 * The rules that apply to a call. Deny rules always apply. A session rule belongs to its person, so it does not apply to
 * runs that another agent started there. A global rule applies in trusted folders; in an untrusted folder it applies only
 * if it was created there and nothing in the folder is waiting for trust.
 */
export async function applicableRules(
  call: PermissionCall,
  isForAgent: boolean,
  rules: readonly MadeRule[],
  context: RuleContext,
): Promise<readonly MadeRule[]> {
  const held = rules.filter(({ effect, scope }) => effect === "deny" || scope !== "session" || !isForAgent);
  const near = held.filter((rule) => !isEverywhere(rule));
  // The folder is scanned only if the result could change the decision.
  if (decide(call, "ask", near) === decide(call, "ask", held)) return near;
  const { trustedTs, waiting } = await context.projects.state(call.projectRoot);
  if (trustedTs !== null) return held;
  if (waiting.length > 0) return near;
  const made = await Promise.all(
    held.filter(isEverywhere).map(async (rule) => ({ rule, root: await rootOf(rule, context) })),
  );
  return [...near, ...made.filter(({ root }) => root === call.projectRoot).map(({ rule }) => rule)];
}

function isEverywhere({ effect, scope }: RuleParts): boolean {
  return effect === "allow" && scope === "always";
}

async function rootOf({ madeIn }: MadeRule, { store }: RuleContext): Promise<string | null> {
  return madeIn === null ? null : ((await store.session(madeIn))?.projectRoot ?? null);
}
