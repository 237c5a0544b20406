/** The end of an axis: a round number at or above the greatest value. */
export function roundUp(value: number): number {
  if (value <= 0) return 1;
  const size = 10 ** Math.floor(Math.log10(value));
  const steps = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];
  return size * (steps.find((step) => step * size >= value * (1 - 1e-9)) ?? 10);
}
