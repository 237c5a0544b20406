import { clockTime, wholeTime } from "./format.ts";

/** A time of day, with the date and seconds as its tooltip. */
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
