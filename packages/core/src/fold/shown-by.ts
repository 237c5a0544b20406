/** Under this name an exchange is found by the run that it stands for: that run needs no entry of its own. */
export function shownBy(runId: string): string {
  return `exchange-run/${runId}`;
}
