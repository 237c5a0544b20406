import { type PermissionRule, rulePlace, ruleSubject } from "@polylog/core";
import type { Context } from "../../context.ts";
import { withRunningServer } from "../../server/find-server.ts";
import { toJson } from "../../show/json.ts";
import { dayAndTime } from "../../show/local-time.ts";
import { printable } from "../../show/printable.ts";
import { tableLines } from "../../show/table.ts";

const heads = ["RULE", "EFFECT", "TOOL", "WHERE", "CREATED", "IN SESSION", "FOR"];

export function listRules(context: Context): Promise<number> {
  return withRunningServer(context, async (client) => {
    const { output } = context;
    const { rules } = await client.asks.rules();
    if (output.json) for (const rule of rules) output.value(toJson(rule));
    else if (rules.length === 0) output.remark('No rules yet. Answers such as "Always allow" create them.');
    else for (const line of tableLines([heads, ...rules.map(cellsOf)])) output.line(line);
  });
}

export function removeRule(context: Context, id: string): Promise<number> {
  return withRunningServer(context, async (client) => {
    await client.asks.removeRule({ ruleId: id });
    if (context.output.json) context.output.value({ ok: true });
    else context.output.line(`Removed rule ${id}.`);
  });
}

function cellsOf(rule: PermissionRule): string[] {
  const { ruleId, effect, toolName, madeTs, madeIn } = rule;
  const made = madeTs === null ? "-" : dayAndTime(madeTs);
  const cells = [ruleId, effect, toolName, rulePlace(rule), made, madeIn ?? "-", ruleSubject(rule)];
  return cells.map(printable);
}
