/** At an axis: as few digits as tell the numbers apart. */
export function dollars(value: number): string {
  if (value >= 100) return `$${Math.round(value)}`;
  return `$${+value.toFixed(value >= 1 ? 2 : 4)}`;
}
