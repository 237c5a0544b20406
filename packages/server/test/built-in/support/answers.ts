import type { Played } from "./stage.ts";

/** A person's answers, over the routes that screens use. Each waits until it is asked. */

export async function permit(played: Played, option_id: string, count = 1, note?: string): Promise<string> {
  const asked = () => played.events.filter((event) => event.type === "permission_request");
  await played.follower.when(() => asked().length >= count);
  const request_id = asked()[count - 1]?.requestId ?? "";
  await played.stage.client.post("/api/permission-response", { request_id, option_id, note });
  return request_id;
}

export async function answerQuestion(played: Played, answer: string): Promise<void> {
  const { questionId: question_id, questions } = await played.when("ask_user");
  const answers = questions.map(({ question }) => ({ question, answer }));
  await played.stage.client.post("/api/ask-user-response", { question_id, answers });
}

export async function answerPlan(played: Played, decision: string, plan?: string): Promise<void> {
  const { planId: plan_id } = await played.when("plan_update");
  await played.stage.client.post("/api/plan-response", { plan_id, decision, plan });
}
