import { permit } from "./support/answers.ts";
import { playAll, plays } from "./support/scenario.ts";

const files = { "a.txt": "one\n", "b.txt": "two\n" };
const pixel = {
  media_type: "image/png",
  data: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
};

playAll([
  {
    ...{ name: "[BI1] a run that thinks, speaks, looks and answers", file: "normal", files },
    play: plays("Look [[think Let me see. ++ say I look. ++ read a.txt]] [[say It says one.]]"),
  },
  {
    ...{ name: "[BI1] calls of one answer, side by side", file: "parallel", files },
    play: plays("Look [[read a.txt ++ read b.txt ++ tool LS {}]] [[say Two files.]]"),
  },
  {
    ...{ name: "[BI1] calls that cannot be made are told, and the run goes on", file: "tool-error", files },
    play: plays("Go [[read missing.txt ++ tool Nothing {} ++ tool Read {}]] [[say I see.]]"),
  },
  {
    ...{ name: "[BI1] much output is bounded, in the log and for the model", file: "huge" },
    agent: { permission_mode: "full" },
    play: plays("Go [[shell head -c 400000 /dev/zero | tr '\\0' x]] [[huge 300]]"),
  },
  {
    ...{ name: "[BI1] an image goes to the model, also in the next run", file: "image" },
    play: plays("What is it? [[say A pixel.]]", { images: [pixel] }),
  },
  {
    ...{ name: "[BI1] [A6] a message for a run at work is told before its next call, once", file: "steer" },
    play: async (played) => {
      const runId = await played.say("Go [[shell echo 1]] [[say ok]]");
      await played.when("permission_request");
      await played.say("Mind the gap", { delivery: "steer" });
      await permit(played, "allow_once");
      await played.whenEnded(runId);
    },
  },
  {
    ...{ name: "[BI1] [R11] a message that waits is the next run", file: "queue" },
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
