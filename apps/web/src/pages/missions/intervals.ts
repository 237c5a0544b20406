/** How often idle agents are to be prompted. */
export const intervals = [
  { seconds: undefined, name: "No interval" },
  { seconds: 15 * 60, name: "Every 15 minutes" },
  { seconds: 60 * 60, name: "Every hour" },
  { seconds: 6 * 60 * 60, name: "Every 6 hours" },
  { seconds: 24 * 60 * 60, name: "Every day" },
] as const;

export function intervalName(seconds: number | undefined): string {
  const known = intervals.find((each) => each.seconds === seconds);
  return known?.name ?? `Every ${Math.round((seconds ?? 0) / 60)} minutes`;
}
