import { expect, test } from "vitest";
import { Polylog } from "../support/polylog.ts";

/** A window that becomes narrower while a long paragraph streams. */

const words = Array.from({ length: 500 }, (_, at) => `w${at}`);
const polylog = await new Polylog({
  long: [{ text: words.join(" "), chunk: 25, everyMs: 15 }],
}).start();

test.each([
  [100, 60],
  [100, 50],
  [80, 40],
])("[W5] resized from %i to %i columns in mid-paragraph, every word appears once", async (from, to) => {
  const tty = await polylog.open(await polylog.session("long"), { columns: from, rows: 24 });
  tty.type("talk\r");
  await tty.untilText("w300 ");
  tty.resize(to, 24);
  await tty.until((it) => it.text().includes("w499") && it.text().includes("› Message"));
  expect(tty.text().match(/\bw\d+\b/g)).toEqual(words);
  tty.kill();
});
