import { type PermissionRule, rulePlace, ruleSubject } from "@polylog/core";
import { createMenu, type MenuItem } from "../../panels/menu.ts";
import { ago } from "../../render/format.ts";
import type { AppParts } from "../app-parts.ts";

/** Lists the saved permission rules and lets the person remove them. */
export function rulesMenu(app: AppParts): void {
  app.actions.attempt(
    app.client.asks.rules().then(({ rules }) => {
      const menu = createMenu("Rules", rules.map(itemOf), "No rules yet. The permission mode decides");
      app.choose(menu, ({ id, name }) => askWhether(app, id, name));
      app.changed();
    }),
  );
}

function itemOf(rule: PermissionRule): MenuItem {
  const { ruleId: id, effect, toolName, madeTs } = rule;
  const since = madeTs === null ? "" : `, ${ago(madeTs, Date.now())}`;
  const mark =
    effect === "allow"
      ? ({ text: "allow", tone: "done" } as const)
      : ({ text: "deny", tone: "failed" } as const);
  return { id, mark, name: `${toolName}: ${ruleSubject(rule)}`, detail: `${rulePlace(rule)}${since}` };
}

function askWhether(app: AppParts, ruleId: string, name: string): void {
  const ways: readonly MenuItem[] = [
    { id: "keep", name: "Keep rule", detail: "" },
    { id: "remove", name: "Remove rule", detail: "ask for this permission again" },
  ];
  app.choose(createMenu(name, ways), ({ id }) => {
    if (id === "remove")
      app.actions.attempt(
        app.client.asks.removeRule({ ruleId }).then(() => app.actions.remark("Rule removed")),
      );
  });
}
