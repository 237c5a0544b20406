import { askRoutes, type Route, settingRoutes } from "@polylog/core";
import { PolylogError } from "../../polylog-error.ts";
import { invoke } from "../invoke.ts";
import type { Handler, RouteContext } from "../routes/handler.ts";
import { allHandlers } from "../routes/index.ts";

export type Message = Readonly<Record<string, unknown>>;

/** Handlers by the type of socket message in their route. */
const commands: ReadonlyMap<string, Handler> = new Map(
  allHandlers.flatMap((handler) => {
    const { command } = handler.route;
    return command === undefined ? [] : [[command, handler] as const];
  }),
);

/** Runs a command. One message contains the path, query and body of its route. */
export function runCommand(type: string, message: Message, context: RouteContext): Promise<unknown> {
  const handler = commands.get(type === "answer" ? (answerRoute(message).command ?? "") : type);
  if (handler === undefined)
    throw new PolylogError("bad_request", "Unknown command type. See /doc for the available commands.");
  const body = handler.route === settingRoutes.change ? message.settings : message;
  const { confirmation } = message;
  return invoke(
    handler,
    { params: message, query: message, body },
    { ...context, confirmation: typeof confirmation === "string" ? confirmation : undefined },
  );
}

/** The route of an answer, given by the ask that it names. */
function answerRoute(message: Message): Route {
  if (message.question_id !== undefined) return askRoutes.answerQuestion;
  if (message.request_id !== undefined) return askRoutes.answerPermission;
  if (message.plan_id !== undefined) return askRoutes.answerPlan;
  throw new PolylogError("bad_request", "An answer requires question_id, request_id or plan_id.");
}
