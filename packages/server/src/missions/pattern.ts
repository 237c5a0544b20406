import { defined } from "@polylog/core";
import { PolylogError } from "../polylog-error.ts";

/**
 * The next time of a cron pattern with five fields. A time skipped by a clock change runs right after the change; a time
 * that occurs twice runs once.
 */
export async function nextTime(
  pattern: string,
  timeZone: string | undefined,
  after: number,
): Promise<number | null> {
  // Most servers have no schedule.
  const { Cron } = await import("croner");
  try {
    const options = {
      paused: true,
      mode: "5-part" as const,
      ...defined({ timezone: timeZone }),
    };
    return new Cron(pattern, options).nextRun(new Date(after))?.getTime() ?? null;
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^Cron\w*: /, "") : String(error);
    throw new PolylogError("bad_request", `pattern: ${reason}`, { pattern, timeZone });
  }
}
