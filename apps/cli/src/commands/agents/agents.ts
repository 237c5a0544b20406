import type { Context } from "../../context.ts";
import { exitCodes } from "../../exit-codes.ts";
import { listAgents } from "../../home/list-agents.ts";
import { toJson } from "../../show/json.ts";
import { tableLines } from "../../show/table.ts";

export async function agents(context: Context): Promise<number> {
  const { output } = context;
  const known = await listAgents(context);
  if (output.json) {
    for (const agent of known) output.value(toJson(agent));
    return exitCodes.done;
  }
  if (known.length === 0) {
    output.remark(`No agents configured. Add one to config.json in ${context.home}.`);
    return exitCodes.done;
  }
  const rows = [...known]
    .sort((a, b) => Number(b.available) - Number(a.available))
    .map(({ id, backend, model, state, reason, version }) => [
      id,
      backend,
      model ?? "-",
      [state.replace("_", " "), version, reason].filter(Boolean).join(": "),
    ]);
  for (const line of tableLines([["AGENT", "BACKEND", "MODEL", "STATE"], ...rows])) output.line(line);
  return exitCodes.done;
}
