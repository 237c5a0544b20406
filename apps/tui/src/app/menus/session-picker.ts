import type { Ask, SessionRow, SessionStatus } from "@polylog/client";
import { askPlace, askQuestion } from "@polylog/core";
import { limits } from "../../limits.ts";
import type { MenuItem } from "../../panels/menu.ts";
import { createMenu, withItems } from "../../panels/menu.ts";
import { ago, cost } from "../../render/format.ts";
import type { Glyphs } from "../../render/glyphs.ts";
import type { AppParts } from "../app-parts.ts";

const title = "Sessions";

/** Lists open asks and sessions. It opens immediately and is filled when the server responds. */
export function openPicker(app: AppParts): void {
  const { client, model } = app;
  app.choose(createMenu(title, [], "Loading …"), ({ id }) => app.openSession(id.replace(/^ask /, "")));
  const load = Promise.all([client.sessions.list({ limit: limits.sessions }), client.asks.list()]);
  app.actions.attempt(
    load.then(([{ sessions }, { asks }]) => {
      const open = model.menu;
      if (open?.menu.title !== title) return;
      const items = pickerItems(sessions, asks, app.context().glyphs, Date.now());
      model.menu = { ...open, menu: withItems({ ...open.menu, empty: "No matches" }, items) };
      app.changed();
    }),
  );
}

/** Open asks first, then sessions, latest first. */
function pickerItems(
  sessions: readonly SessionRow[],
  asks: readonly Ask[],
  glyphs: Glyphs,
  nowMs: number,
): readonly MenuItem[] {
  return [
    ...asks.map(
      (ask): MenuItem => ({
        id: `ask ${ask.sessionId}`,
        name: askQuestion(ask.description),
        detail: `${askPlace(ask.description)} ${glyphs.separator} ${ago(ask.createdTs, nowMs)}`,
        mark: { text: glyphs.ask, tone: "waiting" },
      }),
    ),
    ...sessions.map((row) => sessionItem(row, glyphs, nowMs)),
  ];
}

const marks: Readonly<Record<SessionStatus, NonNullable<MenuItem["mark"]>["tone"]>> = {
  working: "live",
  waiting_for_you: "waiting",
  queued: "live",
  idle: "quiet",
  interrupted: "waiting",
  failed: "failed",
};

function sessionItem(row: SessionRow, glyphs: Glyphs, nowMs: number): MenuItem {
  const { sessionId, title, status, agentId, projectRoot, updatedTs, costUsd, costComplete } = row;
  const glyph: Readonly<Record<SessionStatus, string>> = {
    working: glyphs.working,
    waiting_for_you: glyphs.ask,
    queued: glyphs.pending,
    idle: glyphs.remark,
    interrupted: glyphs.warning,
    failed: glyphs.failed,
  };
  const about = [
    status === "idle" ? "" : status.replaceAll("_", " "),
    agentId ?? "",
    projectRoot.split("/").filter(Boolean).at(-1) ?? projectRoot,
    costUsd === 0 ? "" : cost(costUsd, costComplete),
    ago(updatedTs, nowMs),
  ];
  return {
    id: sessionId,
    name: title ?? "Untitled",
    detail: about.filter((part) => part !== "").join(` ${glyphs.separator} `),
    mark: { text: glyph[status], tone: marks[status] },
  };
}
