/** How a conversation that was compacted begins. */
export function summaryText(summary: string): string {
  return [
    "[The conversation before this was too long and was summed up. What follows stands for all of it.]",
    summary,
  ].join("\n\n");
}
