import type { Coloured, Colouring } from "./highlight-in-worker.ts";
import { tokenize } from "./highlighter.ts";

/** Beside the page, one code after the other: reading the first line of a language takes longer than many frames. */
addEventListener("message", ({ data: { code, language } }: MessageEvent<Colouring>) => {
  const answer = (lines: Coloured) => postMessage(lines);
  tokenize(code, language).then(answer, () => answer(null));
});
