import { askRoutes, type Route, settingRoutes } from "@polylog/core";
import { PolylogError } from "../../errors.ts";
import { invoke } from "../invoke.ts";
import type { Handler, RouteContext } from "../routes/handler.ts";
import { allHandlers } from "../routes/index.ts";

export type Message = Readonly<Record<string, unknown>>;

/** Handlers by the type of the socket message that their route names. */
const commands: ReadonlyMap<string, Handler> = new Map(
  allHandlers.flatMap((handler) => {
    const { command } = handler.route;
    return command === undefined ? [] : [[command, handler] as const];
  }),
);

/** Runs a command; path, query and body of its route are all found in the one message. */
export function runCommand(type: string, message: Message, context: RouteContext): Promise<unknown> {
  const handler = commands.get(type === "answer" ? (answerRoute(message).command ?? "") : type);
  if (handler === undefined) throw new PolylogError("bad_request", "There is no command of this type.");
  const body = handler.route === settingRoutes.change ? message.settings : message;
  const { confirmation } = message;
  return invoke(
    handler,
    { params: message, query: message, body },
    { ...context, confirmation: typeof confirmation === "string" ? confirmation : undefined },
  );
}

/** An answer belongs to the ask that it names. */
function answerRoute(message: Message): Route {
  if (message.question_id !== undefined) return askRoutes.answerQuestion;
  if (message.request_id !== undefined) return askRoutes.answerPermission;
  if (message.plan_id !== undefined) return askRoutes.answerPlan;
  throw new PolylogError("bad_request", "An answer names its question_id, request_id or plan_id.");
}
