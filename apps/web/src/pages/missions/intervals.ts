/** How long an agent is idle before it is prompted. */
export const intervals = [
  { seconds: undefined, name: "After a minute" },
  { seconds: 15 * 60, name: "After 15 minutes" },
  { seconds: 60 * 60, name: "After an hour" },
  { seconds: 6 * 60 * 60, name: "After 6 hours" },
  { seconds: 24 * 60 * 60, name: "After a day" },
] as const;

export function intervalName(seconds: number | undefined): string {
  const known = intervals.find((each) => each.seconds === seconds);
  return known?.name ?? `After ${Math.round((seconds ?? 0) / 60)} minutes`;
}
