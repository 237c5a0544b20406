import type { ProjectConfigs } from "../config/project-config.ts";
import type { EventStore } from "../store/store.ts";
import { decide, type PermissionCall, type RuleParts } from "./decide.ts";

/** A rule as it is kept, with the session in which a person made it. */
export interface MadeRule extends RuleParts {
  readonly ruleId: string;
  readonly madeIn: string | null;
}

export interface RuleContext {
  readonly projects: Pick<ProjectConfigs, "state">;
  readonly store: Pick<EventStore, "session">;
}

/**
 * The rules that decide about a call. Deny rules always do. A rule for one session is its person's: it does not hold for
 * what another agent started there. A rule for everywhere holds in trusted folders; in a folder that nobody trusts it
 * holds only if it was made there, and not while something there waits to be trusted.
 */
export async function rulesInForce(
  call: PermissionCall,
  isForAgent: boolean,
  rules: readonly MadeRule[],
  context: RuleContext,
): Promise<readonly MadeRule[]> {
  const held = rules.filter(({ effect, scope }) => effect === "deny" || scope !== "session" || !isForAgent);
  const near = held.filter((rule) => !isEverywhere(rule));
  // What the folder holds is looked at only where that makes a difference.
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
