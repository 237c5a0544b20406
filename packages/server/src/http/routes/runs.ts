import { type DayUsage, type RunRow, runRoutes, usageTotal } from "@polylog/core";
import type { DayUsage as UsageSum } from "../../budgets/usage.ts";
import type { RunRow as StoredRun } from "../../store/store.ts";
import { handle } from "./handler.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

function toRun({ usage, ...row }: StoredRun): RunRow {
  const { models, costUsd, costComplete } = usageTotal(usage);
  return { ...row, usage: [...models], costUsd, costComplete };
}

function toDayUsage({ costNanos, unpriced, ...row }: UsageSum): DayUsage {
  const isTold = row.model !== null;
  const isKnown = isTold && (unpriced === 0 || costNanos > 0);
  return { ...row, costUsd: isKnown ? costNanos / 1e9 : null, costComplete: isTold && unpriced === 0 };
}

export const runHandlers = [
  handle(runRoutes.list, async ({ query }, { services }) => ({
    runs: (await services.runs.list(query)).map(toRun),
  })),
  handle(runRoutes.children, async ({ query }, { services }) => ({
    runs: (await services.runs.children(query.runId)).map(toRun),
  })),
  handle(runRoutes.context, ({ query }, { services }) => services.runs.context(query.runId, query.view)),
  handle(runRoutes.cancel, ({ body }, { services }) => services.runs.cancel(body.runId)),
  handle(runRoutes.usage, async ({ query }, { services }) => {
    const { projectRoot, timeZone, to = Number.MAX_SAFE_INTEGER } = query;
    const from = query.from ?? Math.max(0, Math.min(to, Date.now()) - 30 * DAY_MS);
    return { usage: (await services.usage.byDay({ from, to, projectRoot, timeZone })).map(toDayUsage) };
  }),
];
