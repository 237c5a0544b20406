import { PolylogError } from "../errors.ts";
import { invoke } from "./invoke.ts";
import { postPermissionAnswer, postPlanAnswer, postQuestionAnswer } from "./routes/asks.ts";
import { postChat } from "./routes/chat.ts";
import type { Route, RouteContext } from "./routes/define.ts";
import { deleteMission, postMission } from "./routes/missions.ts";
import { deleteItem, deleteQueue, patchItem, postResume } from "./routes/queue.ts";
import { postCancel } from "./routes/runs.ts";
import { deleteSession, patchSession, postFork, postRewind, postSession } from "./routes/sessions.ts";
import { postOverride, postSettings } from "./routes/settings.ts";

export type Message = Readonly<Record<string, unknown>>;

/** Commands by the name that a socket's message gives them. Each is a route, with its schema and its role. */
const commands: Readonly<Record<string, Route>> = {
  chat: postChat,
  cancel: postCancel,
  question_answer: postQuestionAnswer,
  permission_answer: postPermissionAnswer,
  plan_answer: postPlanAnswer,
  create_session: postSession,
  change_session: patchSession,
  delete_session: deleteSession,
  fork: postFork,
  rewind: postRewind,
  change_queue_item: patchItem,
  remove_queue_item: deleteItem,
  clear_queue: deleteQueue,
  resume_queue: postResume,
  settings: postSettings,
  mission: postMission,
  clear_mission: deleteMission,
  agent_override: postOverride,
};

/** Runs a command; path, query and body of its route are all found in the one message. */
export function runCommand(type: string, message: Message, context: RouteContext): Promise<unknown> {
  const route =
    type === "answer" ? answerRoute(message) : Object.hasOwn(commands, type) ? commands[type] : undefined;
  if (route === undefined) throw new PolylogError("bad_request", "There is no command of this type.");
  const body = route === postSettings ? message.settings : message;
  const { confirmation } = message;
  return invoke(
    route,
    { params: message, query: message, body },
    { ...context, confirmation: typeof confirmation === "string" ? confirmation : undefined },
  );
}

/** An answer belongs to the ask that it names. */
function answerRoute(message: Message): Route {
  if (message.question_id !== undefined) return postQuestionAnswer;
  if (message.request_id !== undefined) return postPermissionAnswer;
  if (message.plan_id !== undefined) return postPlanAnswer;
  throw new PolylogError("bad_request", "An answer names its question_id, request_id or plan_id.");
}
