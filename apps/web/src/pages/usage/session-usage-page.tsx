import type { RunRow } from "@polylog/client";
import { ChartColumn } from "lucide-react";
import { useEffect, useState } from "react";
import { SessionBudgets } from "../../budgets/session-budgets.tsx";
import { client, useSessionPart } from "../../data/client.ts";
import { useSessionHandle } from "../../data/session/use-session-handle.ts";
import { clockTime, count, plural } from "../../format/format.ts";
import { Page } from "../../layout/page.tsx";
import { Link } from "../../routing/link.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { type Bar, BarChart } from "./bar-chart.tsx";
import { dollars } from "./dollars.ts";
import { ShareList } from "./share-list.tsx";
import { Tiles } from "./tiles.tsx";
import styles from "./usage-page.module.css";
import {
  add,
  costText,
  nothing,
  type Sum,
  sharesOfRuns,
  sumOfRun,
  sumOfRuns,
  tokensOf,
} from "./usage-sums.ts";
import { UsageTable } from "./usage-table.tsx";
import { useContexts } from "./use-contexts.ts";

/** The cost of one session, run by run. */
export function SessionUsagePage({ sessionId }: { readonly sessionId: string }) {
  const { runs, failure } = useRuns(sessionId);
  return (
    <Page title="Session usage">
      <div className={styles.page}>
        <p className={styles.lead}>
          <Link to={{ page: "session", sessionId, target: null }}>
            <Title sessionId={sessionId} />
          </Link>
          <Link to={{ page: "usage", sessionId: null }}>All usage</Link>
        </p>
        {failure !== null && (
          <EmptyState icon={<ChartColumn size={28} />} title="Could not load the runs">
            {failure}
          </EmptyState>
        )}
        {runs === null && failure === null && <Spinner label="Loading usage" size={18} />}
        {runs !== null && runs.length === 0 && (
          <EmptyState icon={<ChartColumn size={28} />} title="No runs in this session yet" />
        )}
        {runs !== null && runs.length > 0 && <Runs runs={runs} sessionId={sessionId} />}
        <SessionBudget sessionId={sessionId} />
      </div>
    </Page>
  );
}

function SessionBudget({ sessionId }: { readonly sessionId: string }) {
  return (
    <section aria-labelledby="session-budget">
      <h2 id="session-budget" className={styles.heading}>
        Budget
      </h2>
      <SessionBudgets sessionId={sessionId} />
    </section>
  );
}

function Title({ sessionId }: { readonly sessionId: string }) {
  const handle = useSessionHandle(sessionId);
  return handle === null ? "Session" : <LoadedTitle handle={handle} />;
}

function LoadedTitle({ handle }: { readonly handle: NonNullable<ReturnType<typeof useSessionHandle>> }) {
  return useSessionPart(handle, ({ conversation }) => conversation.title) ?? "Session";
}

/** A root run with all runs below it, oldest first. */
interface RunTree {
  readonly run: RunRow;
  readonly sum: Sum;
  readonly below: Sum;
  readonly subagents: number;
}

function Runs({ runs, sessionId }: { readonly runs: readonly RunRow[]; readonly sessionId: string }) {
  const trees = treesOf(runs);
  const total = sumOfRuns(runs);
  const below = trees.reduce((sum, tree) => add(sum, tree.below), nothing);
  const bars = (amountOf: (sum: Sum) => number, marksUnknown: boolean): readonly Bar[] =>
    trees.map(({ run, sum, below: under, subagents }, index) => ({
      key: run.runId,
      label: String(index + 1),
      about: `Run ${index + 1}, ${clockTime(run.startedTs)}: ${costText(sum)}, ${count(tokensOf(sum))} tokens${
        subagents === 0 ? "" : `, ${plural(subagents, "subagent")}`
      }`,
      value: amountOf(sum),
      below: amountOf(under),
      isUnknown: marksUnknown && !sum.isCostComplete,
    }));
  return (
    <>
      <Tiles
        sum={total}
        subagents={{ ...below, runs: trees.reduce((all, each) => all + each.subagents, 0) }}
      />
      <div className={styles.runs}>
        {total.isCostKnown && (
          <BarChart
            title="Cost per run"
            bars={bars(({ costUsd }) => costUsd, true)}
            format={dollars}
            summary={`${plural(trees.length, "run")}, ${costText(total)} in total.`}
          />
        )}
        <BarChart
          title="Tokens per run"
          bars={bars(tokensOf, false)}
          format={(value) => count(Math.round(value))}
          summary={`${plural(trees.length, "run")}, ${count(tokensOf(total))} tokens in total.`}
        />
        <Context sessionId={sessionId} trees={trees} />
        <ShareList title="By model" shares={sharesOfRuns(runs)} amountOf={({ costUsd }) => costUsd} />
      </div>
      <UsageTable
        heads={["Run", "Started", "Agent", "Model"]}
        lines={runs.toReversed().map((run, index) => ({
          key: run.runId,
          cells: [
            index + 1,
            clockTime(run.startedTs),
            run.parentRunId === null ? run.agentId : `${run.agentId} (subagent)`,
            run.usage.map(({ model }) => model).join(", ") || "Unknown",
          ],
          sum: sumOfRun(run),
        }))}
      />
    </>
  );
}

/** How full the context window was when each run ended. */
function Context({ sessionId, trees }: { readonly sessionId: string; readonly trees: readonly RunTree[] }) {
  const contexts = useContexts(sessionId);
  const bars = trees.flatMap(({ run }, index): Bar[] => {
    const context = contexts.get(run.runId);
    if (context === undefined) return [];
    const { usedTokens, windowTokens } = context;
    const of =
      windowTokens === null ? "" : ` of ${count(windowTokens)} (${percent(usedTokens / windowTokens)})`;
    return [
      {
        ...{ key: run.runId, label: String(index + 1), value: usedTokens, below: 0, isUnknown: false },
        about: `Run ${index + 1}: ${count(usedTokens)}${of} tokens`,
      },
    ];
  });
  const last = bars.at(-1);
  if (last === undefined) return null;
  return (
    <BarChart
      title="Context at the end of each run"
      bars={bars}
      format={(value) => count(Math.round(value))}
      summary={`Last ${last.about.replace(/^Run/, "run")}.`}
    />
  );
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

function treesOf(runs: readonly RunRow[]): readonly RunTree[] {
  const children = Map.groupBy(runs, ({ parentRunId }) => parentRunId);
  const known = new Set(runs.map(({ runId }) => runId));
  const under = (run: RunRow): readonly RunRow[] =>
    (children.get(run.runId) ?? []).flatMap((child) => [child, ...under(child)]);
  return runs
    .filter(({ parentRunId }) => parentRunId === null || !known.has(parentRunId))
    .toReversed()
    .map((run) => {
      const subagents = under(run);
      const below = sumOfRuns(subagents);
      return { run, below, sum: sumOfRuns([run, ...subagents]), subagents: subagents.length };
    });
}

function useRuns(sessionId: string) {
  const [state, setState] = useState<{
    readonly runs: readonly RunRow[] | null;
    readonly failure: string | null;
  }>({ runs: null, failure: null });
  useEffect(() => {
    let isCurrent = true;
    client.runs.list({ sessionId }).then(
      ({ runs }) => isCurrent && setState({ runs, failure: null }),
      (error: Error) => isCurrent && setState({ runs: null, failure: error.message }),
    );
    return () => {
      isCurrent = false;
    };
  }, [sessionId]);
  return state;
}
