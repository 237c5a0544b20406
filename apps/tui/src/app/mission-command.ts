import type { BudgetState, Mission } from "@polylog/client";
import { createViewer } from "../panels/viewer.ts";
import { plural } from "../render/format.ts";
import { cleanLine } from "../safe/clean-text.ts";
import { lineOf } from "../text/style.ts";
import type { AppParts } from "./parts.ts";

/** What goes on without a person, from the input line. */

/** `/mission` shows it, `/mission pause`, `resume` and `clear` change it, and any other text sets it. */
export function mission(app: AppParts, argument: string): void {
  const { client, actions } = app;
  const { folder } = actions;
  const tell = (found: Mission) => actions.remark(`Mission: ${stateOf(found)}`);
  switch (argument) {
    case "":
      return actions.attempt(client.mission(folder).then((found) => show(app, found)));
    case "pause":
    case "resume":
      return actions.attempt(client.changeMission(folder, { paused: argument === "pause" }).then(tell));
    case "clear":
      return actions.attempt(client.clearMission(folder).then(() => actions.remark("The mission has ended")));
    default:
      return actions.attempt(client.setMission(folder, { text: argument }).then(tell));
  }
}

function show(app: AppParts, found: Mission | null): void {
  if (found === null) return app.actions.remark("This folder has no mission; /mission TEXT sets one");
  const { text, triggers, maxTriggers = 100, sessions } = found;
  const rows = [
    text,
    stateOf(found),
    `Prompted ${triggers} of ${plural(maxTriggers, "time")}`,
    ...Object.entries(sessions).map(([agentId, sessionId]) => `${agentId} works in session ${sessionId}`),
  ];
  app.show(
    createViewer(
      "Mission",
      rows.map((row) => lineOf(cleanLine(row))),
    ),
  );
}

function stateOf({ paused }: Mission): string {
  return paused === null ? "goes on" : `paused: ${cleanLine(paused.message)}`;
}

/** `/budget` shows what the session may cost, `/budget 5` sets or raises it, `/budget off` removes it. */
export function budget(app: AppParts, argument: string): void {
  const { client, actions } = app;
  const { sessionId } = app.session;
  if (sessionId === null) return actions.remark("There is no session yet");
  const tell = ({ costUsd, usedUsd }: BudgetState) =>
    actions.remark(
      costUsd === undefined
        ? "This session has no budget"
        : `Budget: $${usedUsd.toFixed(2)} of $${costUsd.toFixed(2)} used`,
    );
  if (argument === "") return actions.attempt(client.budget({ sessionId }).then(tell));
  const costUsd = argument === "off" ? undefined : Number(argument.replace(/^\$/, ""));
  if (costUsd !== undefined && !(costUsd > 0))
    return actions.remark("Say an amount: /budget 5, or /budget off");
  actions.attempt(client.setBudget({ sessionId }, { costUsd }).then(tell));
}
