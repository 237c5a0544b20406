import { createContext, type FunctionComponent, use } from "react";

type LaneComponent = FunctionComponent<{ readonly runId: string }>;

/**
 * The component that draws a subagent's lane. A context avoids an import cycle: a lane contains windows, and a window
 * contains a lane.
 */
export const SubagentLaneContext = createContext<LaneComponent | null>(null);

export function useSubagentLane(): LaneComponent {
  const view = use(SubagentLaneContext);
  if (view === null) throw new Error("SubagentLaneContext is missing");
  return view;
}
