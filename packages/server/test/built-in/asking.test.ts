import { answerPlan, answerQuestion, permit } from "./support/answers.ts";
import { playAll } from "./support/scenario.ts";
import type { Played } from "./support/stage.ts";

/** Plays a script and answers its asks on the way. */
function answered(text: string, ...answers: ((played: Played) => Promise<unknown>)[]) {
  return async (played: Played) => {
    const runId = await played.say(text);
    for (const answer of answers) await answer(played);
    await played.whenEnded(runId);
  };
}

const plan = '[[tool ExitPlanMode {"plan":"1. Write it"}]] [[write a.txt 1]] [[say ok]]';
const planning = { permission_mode: "plan" };

playAll([
  {
    name: "[BI2] a change that is allowed: saved before, told after, with its difference",
    ...{ file: "permission-allow", files: { "a.txt": "one\ntwo\n" } },
    play: answered('Go [[read a.txt]] [[edit a.txt {"old":"two","new":"2"}]] [[say ok]]', (played) =>
      permit(played, "allow_once"),
    ),
  },
  {
    ...{ name: "[BI2] a change that is refused, with a word to it", file: "permission-deny" },
    play: answered("Go [[write a.txt 1]] [[say ok]]", (played) =>
      permit(played, "reject_once", 1, "not there"),
    ),
  },
  {
    ...{ name: "[BI2] what is allowed for the session is not asked for again", file: "permission-session" },
    play: answered(
      "Go [[shell echo 1]] [[shell echo 1]] [[shell echo 2]] [[say ok]]",
      (played) => permit(played, "allow_session"),
      (played) => permit(played, "reject_once", 3),
    ),
  },
  {
    ...{ name: "[BI2] a question and its answer", file: "question" },
    play: answered("Go [[ask Which one? | a | b]] [[say ok]]", (played) => answerQuestion(played, "b")),
  },
  {
    ...{ name: "[BI2] a plan that is approved ends the mode", file: "plan-approve", agent: planning },
    play: answered(
      `Go ${plan}`,
      (played) => answerPlan(played, "approve"),
      (played) => permit(played, "allow_once"),
    ),
  },
  {
    ...{ name: "[BI2] a plan that is rejected does not", file: "plan-reject", agent: planning },
    play: answered(`Go ${plan}`, (played) => answerPlan(played, "reject")),
  },
  {
    ...{ name: "[BI2] a plan that is changed is told as it was changed", file: "plan-edit", agent: planning },
    play: answered(
      `Go ${plan}`,
      (played) => answerPlan(played, "edit", "1. Write it well"),
      (played) => permit(played, "allow_once"),
    ),
  },
  {
    ...{ name: "[BI2] a subagent asks for itself", file: "subagent" },
    play: answered("Go [[subagent Look [[shell echo in]] [[say found it]] ]] [[say ok]]", (played) =>
      permit(played, "allow_once"),
    ),
  },
  {
    name: "[BI2] [A7] a subagent whose file says so asks, although the agent itself may do everything",
    ...{ file: "subagent-policy", agent: { permission_mode: "full" } },
    files: {
      ".polylog/agents/careful.md":
        "---\nname: careful\ndescription: Takes care.\npolicy: ask\n---\nTake care.\n",
    },
    play: answered(
      'Go [[shell echo free]] [[tool Task {"description":"Look","prompt":"[[shell echo in]] [[say done]]","subagent_type":"careful"}]] [[say ok]]',
      (played) => permit(played, "allow_once", 2),
    ),
  },
]);
