import type { Outcome } from "./dialogue.ts";

/** How a run of `node --test` went, in a few words. */
export function tests(run: Outcome): string {
  const count = (what: string) => {
    const found = new RegExp(`^\\W*${what} (\\d+)\\s*$`, "m").exec(run.text);
    return found === null ? null : Number(found[1]);
  };
  const passed = count("pass");
  const failed = count("fail");
  if (passed === null || failed === null)
    return run.refused ? "not run: you said no" : "run, but I cannot read the result";
  return failed === 0 ? `all ${passed} pass` : `${passed} pass, ${failed} fail${failed === 1 ? "s" : ""}`;
}
