import type { AgentPolicy, PolicyRule } from "@polylog/core";
import { createViewer } from "../../panels/viewer.ts";
import { cleanLine } from "../../safe/clean-text.ts";
import { lineOf } from "../../text/style.ts";
import type { AppParts } from "../app-parts.ts";

/** `/policy` shows which agents can message which others. `allow A B` and `deny A B` add a rule; `clear` removes all. */
export function policy(app: AppParts, argument: string): void {
  const { client, actions } = app;
  const { folder } = actions;
  if (argument === "")
    return actions.attempt(
      client.agents.policy({ projectRoot: folder }).then(({ policy: found }) => showPolicy(app, found)),
    );
  const save = (next: AgentPolicy) =>
    client.agents
      .setPolicy({ projectRoot: folder, ...next })
      .then(({ policy: kept }) => actions.remark(`Rules: ${rulesOf(kept).join("; ")}`));
  if (argument === "clear") return actions.attempt(save({ allow: [], deny: [] }));
  const [word = "", from = "", to = "", ...rest] = argument.split(/\s+/);
  if ((word !== "allow" && word !== "deny") || to === "" || rest.length > 0)
    return actions.remark(
      "Enter a rule, such as /policy allow claude codex, /policy deny codex * or /policy clear",
    );
  const added = (rules: readonly PolicyRule[]) => [...rules, { from, to }];
  actions.attempt(
    client.agents
      .policy({ projectRoot: folder })
      .then(({ policy: before }) => save({ ...before, [word]: added(before[word]) })),
  );
}

function showPolicy(app: AppParts, found: AgentPolicy): void {
  const { theme } = app.context();
  app.show(
    createViewer("Agent messages", [
      ...rulesOf(found).map((rule) => lineOf(rule)),
      lineOf("/policy allow A B · /policy deny A B · /policy clear · * means any agent", theme.quiet),
    ]),
  );
}

function rulesOf({ allow, deny }: AgentPolicy): readonly string[] {
  const inWords = (rules: readonly PolicyRule[], may: string) =>
    rules.map(({ from, to }) => cleanLine(`${nameOf(from)} ${may} message ${nameOf(to)}`));
  const rules = [...inWords(allow, "can"), ...inWords(deny, "cannot")];
  return rules.length === 0 ? ["any agent can message any other"] : rules;
}

function nameOf(agentId: string): string {
  return agentId === "*" ? "any agent" : agentId;
}
