import type { Context } from "../../context.ts";
import { exitCodes } from "../../exit-codes.ts";
import { tableLines } from "../../show/table.ts";
import { checks } from "./doctor-checks.ts";

const marks = { ok: "✓", note: "-", fault: "✗" } as const;

export async function doctor(context: Context): Promise<number> {
  const { output } = context;
  const findings = [];
  for (const check of checks) findings.push(...(await check(context)));
  if (output.json) for (const finding of findings) output.value(finding);
  else {
    const rows = findings.map(({ check, state, text }) => [marks[state], check, text]);
    for (const line of tableLines(rows)) output.line(line);
  }
  const faults = findings.filter(({ state }) => state === "fault").length;
  if (!output.json && faults > 0) output.remark(`${faults} ${faults === 1 ? "problem" : "problems"} found.`);
  return faults === 0 ? exitCodes.done : exitCodes.error;
}
