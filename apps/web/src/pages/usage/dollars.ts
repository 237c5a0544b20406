/** An axis label with the fewest digits that keep labels distinct. */
export function dollars(value: number): string {
  if (value >= 100) return `$${Math.round(value)}`;
  return `$${+value.toFixed(value >= 1 ? 2 : 4)}`;
}
