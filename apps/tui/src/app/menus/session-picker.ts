import type { Ask, SessionRow, SessionStatus } from "@polylog/client";
import { askPlace, askQuestion } from "@polylog/core";
import type { MenuItem } from "../../panels/menu.ts";
import { ago, cost } from "../../render/format.ts";
import type { Glyphs } from "../../render/glyphs.ts";

/** The list behind Ctrl+S: what waits for a person first, then the sessions, the latest first. */
export function pickerItems(
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
