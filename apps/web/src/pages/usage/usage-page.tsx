import type { DayUsage } from "@polylog/client";
import { ChartColumn } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import { client } from "../../data/client.ts";
import { count, folderName } from "../../format/format.ts";
import { Page } from "../../layout/page.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Segments } from "../../ui/fields/segments.tsx";
import { Select } from "../../ui/fields/select.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { type Bar, BarChart } from "./bar-chart.tsx";
import { dollars } from "./dollars.ts";
import { SessionUsagePage } from "./session-usage-page.tsx";
import { ShareList } from "./share-list.tsx";
import { Tiles } from "./tiles.tsx";
import styles from "./usage-page.module.css";
import { costText, daysBetween, type Sum, sharesBy, sumOf, tokensOf } from "./usage-sums.ts";
import { UsageTable } from "./usage-table.tsx";

const periods = [
  { id: "7", name: "7 days" },
  { id: "30", name: "30 days" },
  { id: "90", name: "90 days" },
] as const;
const measures = [
  { id: "cost", name: "Cost" },
  { id: "tokens", name: "Tokens" },
] as const;
type Measure = (typeof measures)[number]["id"];

export function UsagePage({ sessionId }: { readonly sessionId: string | null }) {
  return sessionId === null ? <AllUsage /> : <SessionUsagePage sessionId={sessionId} />;
}

function AllUsage() {
  const [days, setDays] = useState<(typeof periods)[number]["id"]>("30");
  const [attempt, setAttempt] = useState(0);
  const { rows, failure } = useUsage(Number(days), attempt);
  const [project, setProject] = useState("");
  const [chosen, setMeasure] = useState<Measure | null>(null);
  const projects = useMemo(() => [...new Set(rows?.map(({ projectRoot }) => projectRoot))].sort(), [rows]);
  const inProject = useMemo(
    () => (rows ?? []).filter(({ projectRoot }) => project === "" || projectRoot === project),
    [rows, project],
  );
  // If no price is known, tokens are more useful.
  const measure = chosen ?? (sumOf(inProject).isCostKnown ? "cost" : "tokens");
  return (
    <Page title="Usage">
      <div className={styles.page}>
        <div className={styles.controls}>
          <Segments label="Period" value={days} choices={periods} onChoose={setDays} />
          <Segments label="Measure" value={measure} choices={measures} onChoose={setMeasure} />
          <Select label="Project" value={project} onChange={setProject}>
            <option value="">All projects</option>
            {projects.map((root) => (
              <option key={root} value={root}>
                {folderName(root)}
              </option>
            ))}
          </Select>
        </div>
        {rows === null && failure === null && <Spinner label="Loading usage" size={18} />}
        {failure !== null && (
          <EmptyState
            icon={<ChartColumn size={28} />}
            title="Could not load usage"
            action={<Button onClick={() => setAttempt(attempt + 1)}>Try again</Button>}
          >
            {failure}
          </EmptyState>
        )}
        {rows !== null && inProject.length === 0 && (
          <EmptyState icon={<ChartColumn size={28} />} title="No runs in this period">
            Tokens and cost appear here after the first run.
          </EmptyState>
        )}
        {inProject.length > 0 && <Charts rows={inProject} days={Number(days)} measure={measure} />}
      </div>
    </Page>
  );
}

interface ChartsProps {
  readonly rows: readonly DayUsage[];
  readonly days: number;
  readonly measure: Measure;
}

function Charts({ rows, days, measure }: ChartsProps) {
  const amountOf = (sum: Sum) => (measure === "cost" ? sum.costUsd : tokensOf(sum));
  const format = (value: number) => (measure === "cost" ? dollars(value) : count(Math.round(value)));
  const total = sumOf(rows);
  const bars = useMemo(() => dayBars(rows, days, measure), [rows, days, measure]);
  const name = measure === "cost" ? "Cost per day" : "Tokens per day";
  const most = bars.reduce((a, b) => (b.value > a.value ? b : a), bars[0] as Bar);
  return (
    <>
      <Tiles sum={total} subagents={sumOf(rows.filter(({ subagent }) => subagent))} />
      <BarChart
        title={name}
        bars={bars}
        format={format}
        summary={`Total: ${measure === "cost" ? costText(total) : `${count(tokensOf(total))} tokens`}. Highest: ${most.about}.`}
      />
      <div className={styles.shares}>
        <ShareList
          title="By agent"
          shares={sharesBy(rows, ({ agentId }) => agentId, amountOf)}
          amountOf={amountOf}
        />
        <ShareList
          title="By model"
          shares={sharesBy(rows, ({ model }) => model ?? "Unknown", amountOf)}
          amountOf={amountOf}
        />
        <ShareList
          title="By project"
          shares={sharesBy(rows, ({ projectRoot }) => projectRoot, amountOf)}
          amountOf={amountOf}
          nameOf={folderName}
        />
      </div>
      <UsageTable
        heads={["Day", "Project", "Agent", "Model"]}
        lines={rows.toReversed().map((row) => ({
          key: JSON.stringify([row.day, row.projectRoot, row.agentId, row.subagent, row.model]),
          cells: [
            row.day,
            folderName(row.projectRoot),
            row.subagent ? `${row.agentId} (subagent)` : row.agentId,
            row.model ?? "Unknown",
          ],
          sum: sumOf([row]),
        }))}
      />
    </>
  );
}

const short = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short" });
const long = new Intl.DateTimeFormat(undefined, { weekday: "short", day: "numeric", month: "short" });

function dayBars(rows: readonly DayUsage[], days: number, measure: Measure): readonly Bar[] {
  const byDay = Map.groupBy(rows, ({ day }) => day);
  return daysBetween(firstDay(days), new Date()).map((day) => {
    const of = byDay.get(day) ?? [];
    const sum = sumOf(of);
    const below = sumOf(of.filter(({ subagent }) => subagent));
    const date = new Date(`${day}T12:00`);
    return {
      key: day,
      label: short.format(date),
      about: `${long.format(date)}: ${sum.runs === 0 ? "no runs" : `${costText(sum)}, ${count(tokensOf(sum))} tokens`}`,
      value: measure === "cost" ? sum.costUsd : tokensOf(sum),
      below: measure === "cost" ? below.costUsd : tokensOf(below),
      isUnknown: measure === "cost" && sum.runs > 0 && !sum.isCostComplete,
    };
  });
}

function firstDay(days: number): Date {
  const now = new Date();
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - days + 1);
}

function useUsage(days: number, attempt: number) {
  const [state, setState] = useState<{
    readonly rows: readonly DayUsage[] | null;
    readonly failure: string | null;
  }>({ rows: null, failure: null });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt loads again.
  useEffect(() => {
    let isCurrent = true;
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    client.runs.usage({ from: firstDay(days).getTime(), timeZone }).then(
      ({ usage: rows }) => isCurrent && setState({ rows, failure: null }),
      (error: Error) => isCurrent && setState({ rows: null, failure: error.message }),
    );
    return () => {
      isCurrent = false;
    };
  }, [days, attempt]);
  return state;
}
