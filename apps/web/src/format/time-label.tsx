import { clockTime, wholeTime } from "./format.ts";

/** A time of day; the date and the seconds when pointed at. */
export function TimeLabel({
  ts,
  className,
}: {
  readonly ts: number;
  readonly className?: string | undefined;
}) {
  return (
    <time dateTime={new Date(ts).toISOString()} title={wholeTime(ts)} className={className}>
      {clockTime(ts)}
    </time>
  );
}
