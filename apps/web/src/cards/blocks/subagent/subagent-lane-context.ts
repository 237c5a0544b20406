import { createContext, type FunctionComponent, use } from "react";

type LaneComponent = FunctionComponent<{ readonly runId: string }>;

/** Draws a subagent's own talk. Given from above: a talk holds windows, and a window holds a talk. */
export const SubagentLaneContext = createContext<LaneComponent | null>(null);

export function useSubagentLane(): LaneComponent {
  const view = use(SubagentLaneContext);
  if (view === null) throw new Error("nothing around this component draws lanes");
  return view;
}
