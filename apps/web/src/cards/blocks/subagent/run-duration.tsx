import { type Run, workedMs } from "@polylog/core";
import { useSessionContext } from "../../../data/session/session-context.ts";
import { duration, elapsed } from "../../../format/format.ts";
import { useSeconds } from "../../../format/use-now.ts";

interface RunDurationProps {
  readonly run: Pick<Run, "runId" | "startedTs" | "endedTs">;
  readonly className?: string | undefined;
}

/** The working time of a run. The clock stops while it waits for a person. */
export function RunDuration({ run, className }: RunDurationProps) {
  const ms = workedMs(useSessionContext().conversation, run, useSeconds());
  return <time className={className}>{run.endedTs === null ? elapsed(ms) : duration(ms)}</time>;
}
