import { permit } from "./support/answers.ts";
import { playAll, plays } from "./support/scenario.ts";

const files = { "a.txt": "one\n", "b.txt": "two\n" };
const pixel = {
  media_type: "image/png",
  data: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
};

playAll([
  {
    ...{ name: "[BI1] a run that thinks, writes, reads files and answers", file: "normal", files },
    play: plays("Look [[think Let me see. ++ say I look. ++ read a.txt]] [[say It says one.]]"),
  },
  {
    ...{ name: "[BI1] parallel calls of one answer", file: "parallel", files },
    play: plays("Look [[read a.txt ++ read b.txt ++ tool LS {}]] [[say Two files.]]"),
  },
  {
    ...{ name: "[BI1] invalid calls are reported, and the run continues", file: "tool-error", files },
    play: plays("Go [[read missing.txt ++ tool Nothing {} ++ tool Read {}]] [[say I see.]]"),
  },
  {
    ...{ name: "[BI1] large output is truncated, in the log and for the model", file: "huge" },
    agent: { permission_mode: "full" },
    play: plays("Go [[shell head -c 400000 /dev/zero | tr '\\0' x]] [[huge 300]]"),
  },
  {
    ...{ name: "[BI1] an image goes to the model, also in the next run", file: "image" },
    play: plays("What is it? [[say A pixel.]]", { images: [pixel] }),
  },
  {
    ...{
      name: "[BI1] [A6] a message to an active run reaches the model before its next call, once",
      file: "steer",
    },
    play: async (played) => {
      const runId = await played.say("Go [[shell echo 1]] [[say ok]]");
      await played.when("permission_request");
      await played.say("Mind the gap", { delivery: "steer" });
      await permit(played, "allow_once");
      await played.whenEnded(runId);
    },
  },
  {
    ...{ name: "[BI1] [R11] a queued message is the next run", file: "queue" },
    play: async (played) => {
      await played.say("Go [[shell echo 1]] [[say first]]");
      await played.when("permission_request");
      await played.say("Then [[say second]]");
      await permit(played, "allow_once");
      await played.follower.when(
        ({ events }) => events.filter(({ type }) => type === "run_ended").length === 2,
      );
    },
  },
]);
