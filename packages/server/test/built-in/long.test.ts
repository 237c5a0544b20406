import { playAll, plays } from "./support/scenario.ts";

playAll([
  {
    ...{ name: "[BI5] a context window that fills up is compacted", file: "compaction" },
    agent: { options: { context_window: 10_000 } },
    play: plays("Go [[usage 8000 600 ++ read a]] [[say two]]"),
  },
  {
    ...{ name: "[BI5] /compact, and the run after it", file: "compact-command" },
    play: async (played) => {
      await plays("Go [[say one]]")(played);
      await plays("/compact the tests")(played);
    },
  },
  {
    ...{ name: "[BI5] a command and a mention are expanded for the model", file: "expanded" },
    files: { "a.txt": "one\n", ".polylog/commands/look.md": "Look at $1.\n" },
    play: async (played) => {
      await plays("Read @a.txt [[say ok]]")(played);
      await plays("/look a.txt")(played);
    },
  },
  {
    ...{ name: "[BI5] files that a command changed are reported at the end", file: "changes-by-command" },
    agent: { permission_mode: "full" },
    files: { "a.txt": "one\n", "gone.txt": "old\n" },
    play: plays("Go [[shell echo two >> a.txt; rm gone.txt]] [[write c.txt three]] [[say ok]]"),
  },
]);
