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
    name: "[BI2] a change that is allowed: saved before, reported after, with its diff",
    ...{ file: "permission-allow", files: { "a.txt": "one\ntwo\n" } },
    play: answered('Go [[read a.txt]] [[edit a.txt {"old":"two","new":"2"}]] [[say ok]]', (played) =>
      permit(played, "allow_once"),
    ),
  },
  {
    ...{ name: "[BI2] a change that is rejected with a comment", file: "permission-deny" },
    play: answered("Go [[write a.txt 1]] [[say ok]]", (played) =>
      permit(played, "reject_once", 1, "not there"),
    ),
  },
  {
    ...{
      name: "[BI2] a call that is allowed for the session is not asked again",
      file: "permission-session",
    },
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
    ...{ name: "[BI2] an approved plan ends plan mode", file: "plan-approve", agent: planning },
    play: answered(
      `Go ${plan}`,
      (played) => answerPlan(played, "approve"),
      (played) => permit(played, "allow_once"),
    ),
  },
  {
    ...{ name: "[BI2] a rejected plan does not end plan mode", file: "plan-reject", agent: planning },
    play: answered(`Go ${plan}`, (played) => answerPlan(played, "reject")),
  },
  {
    ...{
      name: "[BI2] a plan that is edited reaches the model with its edits",
      file: "plan-edit",
      agent: planning,
    },
    play: answered(
      `Go ${plan}`,
      (played) => answerPlan(played, "edit", "1. Write it well"),
      (played) => permit(played, "allow_once"),
    ),
  },
  {
    ...{ name: "[BI2] a subagent asks for its own calls", file: "subagent" },
    play: answered("Go [[subagent Look [[shell echo in]] [[say found it]] ]] [[say ok]]", (played) =>
      permit(played, "allow_once"),
    ),
  },
  {
    name: "[BI2] [A7] a subagent whose file requires it asks, although the agent itself has full access",
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
