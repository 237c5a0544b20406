import { permit } from "./support/answers.ts";
import { playAll } from "./support/scenario.ts";
import type { Played } from "./support/stage.ts";

/** Cancels a run once a condition is true. */
function cancelled(text: string, until: (played: Played) => Promise<unknown>) {
  return async (played: Played) => {
    const runId = await played.say(text);
    await until(played);
    await played.stage.client.cancel(runId);
    await played.whenEnded(runId);
  };
}

playAll([
  {
    ...{ name: "[BI3] [R14] a cancel while text is streaming", file: "cancel-text" },
    play: cancelled("Go [[say Half ++ stall 60000]]", (played) => played.when("text_delta")),
  },
  {
    ...{ name: "[BI3] a cancel while a tool runs", file: "cancel-tool" },
    play: cancelled("Go [[shell echo begun; sleep 600 ++ shell echo never]]", async (played) => {
      await permit(played, "allow_once");
      await played.when("tool_output_delta");
    }),
  },
  {
    ...{ name: "[BI3] a cancel while an ask is open", file: "cancel-ask" },
    play: cancelled("Go [[ask Which one? | a | b]]", (played) => played.when("ask_user")),
  },
  {
    ...{ name: "[BI3] a cancel between the calls of one answer", file: "cancel-between" },
    play: cancelled("Go [[shell echo 1 ++ shell echo 2 ++ read a]]", async (played) => {
      const first = await permit(played, "allow_once");
      await played.when("permission_request", ({ requestId }) => requestId !== first);
    }),
  },
  {
    ...{ name: "[BI3] a cancel while a subagent is running", file: "cancel-subagent" },
    play: cancelled("Go [[subagent Look [[shell echo in]] ]]", (played) => played.when("permission_request")),
  },
]);
