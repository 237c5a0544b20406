/**
 * Code of the product that only tests use, as `file` or `file#export`. Add nothing: move it into the tests, or remove
 * it. The check fails when one of them is no longer reported.
 */
export const knownUnused: readonly string[] = [
  // The page's build copies it.
  "apps/web/package.json#@mermaid-js/tiny",
  // SPEC C1–C11, V8 and V9 promise them to other clients of core; our own screens do not need them.
  "packages/core/src/view/classic-completion.ts#classicRequestLine",
  "packages/core/src/view/classic-completion.ts#isStreaming",
  "packages/core/src/view/classic-completion.ts#mergeMessage",
  "packages/core/src/view/classic-completion.ts#splitClassic",
  "packages/core/src/view/completion.ts#isComplete",
  "packages/core/src/view/completion.ts#splitLane",
  "packages/core/src/view/phase.ts#runPhase",
  // The tests of the routes start nothing else.
  "packages/server/src/http/server.ts#startHttp",
];
