import type { Outcome } from "./dialogue.ts";

/** The result of `node --test` in a few words. */
export function tests(run: Outcome): string {
  const count = (what: string) => {
    const found = new RegExp(`^\\W*${what} (\\d+)\\s*$`, "m").exec(run.text);
    return found === null ? null : Number(found[1]);
  };
  const passed = count("pass");
  const failed = count("fail");
  if (passed === null || failed === null)
    return run.refused ? "not run, because you denied it" : "finished, but the output is not readable";
  return failed === 0 ? `all ${passed} passed` : `${passed} passed, ${failed} failed`;
}
