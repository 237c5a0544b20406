import type { PermissionRule } from "@polylog/core";
import { z } from "zod";
import { PolylogError } from "../polylog-error.ts";
import type { Commit, EventStore } from "../store/store.ts";
import type { MadeRule } from "./applicable-rules.ts";
import type { RuleParts } from "./decide.ts";

/** The stored permission rules, one document each. */

const RULES = "permission_rule";

type Documents = NonNullable<Commit["documents"]>;

/** Where a rule was created. */
export interface RuleOrigin {
  readonly madeTs: number;
  readonly madeIn: string;
  readonly madeBy: string;
}

const stored = z.object({
  effect: z.enum(["allow", "deny"]),
  toolName: z.string(),
  match: z.enum(["exact", "prefix"]).optional(),
  pattern: z.string(),
  kind: z.enum(["command", "file", "call"]).optional(),
  cwd: z.string().optional(),
  scope: z.enum(["session", "project", "always"]),
  where: z.string(),
  madeTs: z.number().nullable().default(null),
  madeIn: z.string().nullable().default(null),
  madeBy: z.string().nullable().default(null),
});

type Stored = z.output<typeof stored>;

/** Rules of older versions have no kind: they allow one call and deny a prefix. */
function read(value: unknown): (Stored & RuleParts) | null {
  const { success, data } = stored.safeParse(value);
  return success ? { ...data, match: data.match ?? (data.effect === "allow" ? "exact" : "prefix") } : null;
}

export class PermissionRules {
  private readonly store: Pick<EventStore, "documents" | "document" | "commit">;
  private readonly newId: () => string;

  constructor(store: Pick<EventStore, "documents" | "document" | "commit">, newId: () => string) {
    this.store = store;
    this.newId = newId;
  }

  async all(): Promise<readonly MadeRule[]> {
    return (await this.entries()).map(({ key: ruleId, rule }) => ({ ...rule, ruleId }));
  }

  /** Newest first. */
  async list(): Promise<readonly PermissionRule[]> {
    const entries = await this.entries();
    return entries
      .map(({ key: ruleId, rule: { where, kind: _, ...rule } }) => ({
        ruleId,
        ...rule,
        sessionId: rule.scope === "session" ? where : null,
        projectRoot: rule.scope === "project" ? where : null,
      }))
      .sort((a, b) => (b.madeTs ?? 0) - (a.madeTs ?? 0) || (a.ruleId < b.ruleId ? 1 : -1));
  }

  /** The document of a rule, to be written with the answer that creates it. */
  written(rule: RuleParts, origin: RuleOrigin): Documents {
    return [{ kind: RULES, key: this.newId(), value: { ...rule, ...origin } }];
  }

  async remove(ruleId: string): Promise<void> {
    if ((await this.store.document(RULES, ruleId)) === null)
      throw new PolylogError("not_found", "This rule does not exist. Reload the list of rules.", { ruleId });
    await this.store.commit({ documents: [{ kind: RULES, key: ruleId, value: null }] });
  }

  /** The documents to delete with a session: rules that apply only to it. */
  async ofSession(sessionId: string): Promise<Documents> {
    return (await this.entries())
      .filter(({ rule }) => rule.scope === "session" && rule.where === sessionId)
      .map(({ key }) => ({ kind: RULES, key, value: null }));
  }

  private async entries() {
    return (await this.store.documents(RULES)).flatMap(({ key, value }) => {
      const rule = read(value);
      return rule === null ? [] : [{ key, rule }];
    });
  }
}
