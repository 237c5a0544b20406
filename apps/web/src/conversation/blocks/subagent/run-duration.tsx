import { type Run, workedMs } from "@polylog/core";
import { duration, elapsed } from "../../../format/format.ts";
import { useSeconds } from "../../../format/use-now.ts";
import { useScope } from "../../session-context.ts";

interface WorkedProps {
  readonly run: Pick<Run, "runId" | "startedTs" | "endedTs">;
  readonly className?: string | undefined;
}

/** How long a run has worked. The clock stands still while it waits for a person. */
export function Worked({ run, className }: WorkedProps) {
  const ms = workedMs(useScope().conversation, run, useSeconds());
  return <time className={className}>{run.endedTs === null ? elapsed(ms) : duration(ms)}</time>;
}
