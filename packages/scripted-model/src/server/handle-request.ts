import type { IncomingMessage, ServerResponse } from "node:http";
import { isContent } from "../answer.ts";
import type { Api, ModelRequest } from "../conversation.ts";
import { limits } from "../limits.ts";
import { chooseAnswer } from "../play/choose-answer.ts";
import type { FaultCounters } from "../play/fault-counters.ts";
import { BadRequest } from "../read-request/bad-request.ts";
import { checkHistory } from "../read-request/check-history.ts";
import { promptTokens, type Usage, usageOf } from "../usage.ts";
import { errorBody } from "../write-response/errors.ts";
import {
  anthropicModel,
  anthropicModels,
  geminiModel,
  geminiModels,
  openaiModel,
  openaiModels,
} from "../write-response/models.ts";
import type { Pacing } from "../write-response/pieces.ts";
import { type Reply, replyId } from "../write-response/reply.ts";
import { apiFormats, type Route, routeOf } from "./api-routes.ts";
import { type RequestLog, withoutSecrets } from "./request-log.ts";
import { sendFrames, sleep } from "./send-frames.ts";

export type ServerContext = {
  readonly log: RequestLog;
  readonly counters: FaultCounters;
  readonly pacing: Pacing;
  /** The key that requests must have. Null allows all requests. */
  readonly key: string | null;
  /** Aborted when the server closes, so that no request waits any longer. */
  readonly closing: AbortSignal;
};

/** Handles one request from start to end. */
export async function handleRequest(
  incoming: IncomingMessage,
  response: ServerResponse,
  context: ServerContext,
): Promise<void> {
  // Responses must not depend on the clock.
  response.sendDate = false;
  const path = (incoming.url ?? "/").split("?")[0] as string;
  const method = incoming.method ?? "GET";
  const route = routeOf(path);
  const isAnthropic = incoming.headers["anthropic-version"] !== undefined;
  const api: Api = route?.api ?? (isAnthropic ? "anthropic" : "chat");
  const text = await readBody(incoming);
  const body = text === null ? null : parsed(text);
  const id = replyId(api, body?.json ?? text);

  const logged = (
    step: string,
    status: number,
    model: string | null = null,
    usage: Usage | null = null,
  ): void =>
    context.log.add({
      method,
      path,
      api: route?.api ?? null,
      model,
      headers: withoutSecrets(incoming.headers),
      body: body?.json ?? text,
      step,
      status,
      usage,
    });
  const sendJson = (status: number, value: unknown, headers: Record<string, string> = {}): void => {
    response.writeHead(status, { "content-type": "application/json", ...idHeaders(api, id), ...headers });
    response.end(JSON.stringify(value));
  };
  const refuse = (status: number, message: string, headers: Record<string, string> = {}): void => {
    logged(`refused: ${message}`, status);
    sendJson(status, errorBody(api, status, id, message), headers);
  };

  if (route === null) return refuse(404, `Not found: ${path}`);
  if (method !== route.method) {
    return refuse(405, `${path} requires ${route.method}, not ${method}.`, { allow: route.method });
  }
  if (!shows(incoming.headers, context.key)) return refuse(401, "Invalid key.");
  if (text === null) return refuse(413, `The body is larger than ${limits.bodyBytes} bytes.`);
  if (route.does === "models" || route.does === "model") {
    logged(route.does, 200);
    return sendJson(200, models(route, path, isAnthropic));
  }
  if (body === null || !("json" in body)) return refuse(400, "The body is not valid JSON.");

  const format = apiFormats[route.api];
  let request: ModelRequest;
  try {
    request = format.read(body.json, path);
    checkHistory(request);
  } catch (error) {
    if (error instanceof BadRequest) return refuse(400, error.message);
    throw error;
  }
  if (route.does === "count") {
    logged("count", 200, request.model);
    const count = promptTokens(request);
    return sendJson(200, route.api === "gemini" ? { totalTokens: count } : { input_tokens: count });
  }

  const { step, answer } = chooseAnswer(request, context.counters);
  const { pacing } = context;
  const reply: Reply = { request, answer, usage: usageOf(request, answer), pacing, id };
  const status = statusOf(reply);
  logged(step, status, request.model, status === 200 ? reply.usage : null);
  const gone = AbortSignal.any([context.closing, whenClosed(response)]);
  if (status !== 200) {
    const headers = status === 429 ? { "retry-after": String(limits.retryAfterSeconds) } : {};
    return sendJson(status, errorBody(api, status, id), headers);
  }
  if (!request.stream) return await sendWhole(response, reply, gone, sendJson);
  response.writeHead(200, {
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-cache",
    ...idHeaders(api, id),
  });
  await sendFrames(response, format.stream(reply), gone);
}

function shows(headers: IncomingMessage["headers"], key: string | null): boolean {
  if (key === null || headers.authorization === `Bearer ${key}`) return true;
  return headers["x-api-key"] === key || headers["x-goog-api-key"] === key;
}

function parsed(text: string): { readonly json: unknown } | null {
  try {
    return { json: JSON.parse(text) as unknown };
  } catch {
    // The caller answers with a bad request.
    return null;
  }
}

/** The HTTP status. A stream that has already sent content can only fail inside the stream. */
function statusOf({ request, answer: { parts } }: Reply): number {
  const error = parts.find((part) => part.kind === "error");
  if (error === undefined) return 200;
  const begun = parts.slice(0, parts.indexOf(error)).some(isContent);
  return request.stream && begun ? 200 : error.status;
}

/** Sends a non-streaming answer. Delays and faults between its parts happen before it is sent. */
async function sendWhole(
  response: ServerResponse,
  reply: Reply,
  gone: AbortSignal,
  sendJson: (status: number, value: unknown) => void,
): Promise<void> {
  const { parts } = reply.answer;
  const value = apiFormats[reply.request.api].body(reply);
  for (const part of parts) {
    if (part.kind === "stall") await sleep(part.ms, gone);
    if (part.kind === "text" && part.wordMs !== undefined) {
      await sleep(part.wordMs * (part.text.split(" ").length - 1), gone);
    }
    if (part.kind === "cut") return void response.destroy();
    if (part.kind === "malformed") {
      const json = JSON.stringify(value);
      response.writeHead(200, { "content-type": "application/json" });
      return void response.end(json.slice(0, Math.ceil(json.length / 2)));
    }
  }
  if (!gone.aborted) sendJson(200, value);
}

function models(route: Route, path: string, isAnthropic: boolean): object {
  const id = path.split("/").at(-1) as string;
  if (route.api === "gemini") return route.does === "models" ? geminiModels() : geminiModel(id);
  if (route.does === "models") return isAnthropic ? anthropicModels() : openaiModels();
  return isAnthropic ? anthropicModel(id) : openaiModel(id);
}

function idHeaders(api: Api, id: string): Record<string, string> {
  return api === "anthropic" ? { "request-id": `req_${id}` } : { "x-request-id": `req_${id}` };
}

function whenClosed(response: ServerResponse): AbortSignal {
  const closed = new AbortController();
  response.once("close", () => closed.abort());
  return closed.signal;
}

/** A request's body as text. Null if it is too large; the excess is discarded. */
async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= limits.bodyBytes) chunks.push(chunk);
  }
  return bytes > limits.bodyBytes ? null : Buffer.concat(chunks).toString("utf8");
}
