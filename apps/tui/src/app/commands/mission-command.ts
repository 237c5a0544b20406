import { type Mission, missionBound } from "@polylog/core";
import { createMenu, type MenuItem } from "../../panels/menu.ts";
import { createViewer } from "../../panels/viewer.ts";
import { ago, plural } from "../../render/format.ts";
import { cleanLine } from "../../safe/clean-text.ts";
import { lineOf } from "../../text/style.ts";
import type { AppParts } from "../app-parts.ts";
import { amountIn, amountsOf } from "./budget-amounts.ts";

/** Shows and changes the folder's mission from the input field. */

/**
 * `/mission` shows it. `pause`, `resume`, `stop` and `budget 5` change it, `history` lists earlier ones, and any other text
 * sets it.
 */
export function mission(app: AppParts, argument: string): void {
  const { client, actions } = app;
  const { folder } = actions;
  const remarkState = (found: Mission) => actions.remark(`Mission: ${stateOf(found)}`);
  const [word = "", ...rest] = argument.split(/\s+/);
  const isAlone = rest.length === 0;
  if (argument === "")
    return actions.attempt(
      client.missions.get({ projectRoot: folder }).then(({ mission: found }) => show(app, found)),
    );
  if (isAlone && (word === "pause" || word === "resume"))
    return actions.attempt(
      client.missions
        .change({ projectRoot: folder, paused: word === "pause" })
        .then(({ mission }) => remarkState(mission)),
    );
  if (isAlone && (word === "stop" || word === "clear"))
    return actions.attempt(
      client.missions.clear({ projectRoot: folder }).then(() => actions.remark("Mission ended")),
    );
  if (isAlone && word === "history")
    return actions.attempt(
      client.missions.list({ projectRoot: folder }).then(({ missions: all }) => history(app, all)),
    );
  if (word === "budget") return raise(app, rest.join(" "));
  actions.attempt(
    client.missions.set({ projectRoot: folder, text: argument }).then(({ mission }) => remarkState(mission)),
  );
}

function raise({ client, actions }: AppParts, wanted: string): void {
  const budget = amountIn(wanted);
  if (budget === null) return actions.remark("Enter an amount, such as /mission budget 5, 50k tokens or off");
  const isNone = budget.costUsd === undefined && budget.tokens === undefined;
  actions.attempt(
    client.missions
      .change({ projectRoot: actions.folder, budget: isNone ? null : budget })
      .then(({ mission: found }) => missionBound(client, found))
      .then((bound) => actions.remark(`Mission budget: ${amountsOf(bound.budget)}`)),
  );
}

async function show(app: AppParts, found: Mission | null): Promise<void> {
  if (found === null) return app.actions.remark("No mission in this folder. Set one with /mission TEXT");
  const { text, triggers, maxTriggers = 100, sessions } = found;
  const { budget } = await missionBound(app.client, found);
  const rows = [
    text,
    stateOf(found),
    `Prompted ${triggers} of ${plural(maxTriggers, "time")}`,
    `Budget: ${amountsOf(budget)}`,
    ...Object.entries(sessions).map(([agentId, sessionId]) => `${agentId} works in session ${sessionId}`),
  ];
  app.show(
    createViewer(
      "Mission",
      rows.map((row) => lineOf(cleanLine(row))),
    ),
  );
}

/** Lists earlier missions, latest first. Choosing one sets it again. */
function history(app: AppParts, all: readonly Mission[]): void {
  const past = all.filter(({ endedTs }) => endedTs !== null);
  const items = past.map(
    ({ missionId, text, triggers, endedTs, endReason }): MenuItem => ({
      id: missionId,
      name: cleanLine(text),
      detail: `${endings[endReason ?? "cleared"]} ${ago(endedTs ?? 0, Date.now())}, prompted ${plural(triggers, "time")}`,
    }),
  );
  app.choose(
    createMenu("Earlier missions (Enter sets one again)", items, "No earlier missions"),
    ({ id }) => {
      const { text = "" } = past.find(({ missionId }) => missionId === id) ?? {};
      if (text !== "") mission(app, text);
    },
  );
}

const endings = { cleared: "ended", replaced: "replaced", finalized: "done" } as const;

function stateOf({ paused }: Mission): string {
  return paused === null ? "active" : `paused: ${cleanLine(paused.message)}`;
}
