import { createContext, type FunctionComponent, use } from "react";

type LaneComponent = FunctionComponent<{ readonly runId: string }>;

/** Draws a subagent's own talk. Given from above: a talk holds windows, and a window holds a talk. */
export const LaneView = createContext<LaneComponent | null>(null);

export function useLaneView(): LaneComponent {
  const view = use(LaneView);
  if (view === null) throw new Error("nothing around this component draws lanes");
  return view;
}
