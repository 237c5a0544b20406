import type { Coloured, Colouring } from "./highlight-in-worker.ts";
import { tokenize } from "./highlighter.ts";

/** Off the main thread, one job at a time: loading a language takes longer than many frames. */
addEventListener("message", ({ data: { code, language } }: MessageEvent<Colouring>) => {
  const answer = (lines: Coloured) => postMessage(lines);
  tokenize(code, language).then(answer, () => answer(null));
});
