import type { Api, ModelRequest } from "../conversation.ts";
import { readAnthropic } from "../read-request/anthropic.ts";
import { readChat } from "../read-request/chat.ts";
import { readGemini } from "../read-request/gemini.ts";
import { readResponses } from "../read-request/responses.ts";
import { anthropicBody, anthropicStream } from "../write-response/anthropic.ts";
import { chatBody, chatStream } from "../write-response/chat.ts";
import type { Frame } from "../write-response/frame.ts";
import { geminiBody, geminiStream } from "../write-response/gemini.ts";
import type { Reply } from "../write-response/reply.ts";
import { responsesBody, responsesStream } from "../write-response/responses.ts";

/** Reads requests and writes responses of one API. */
export type ApiFormat = {
  readonly read: (body: unknown, path: string) => ModelRequest;
  readonly body: (reply: Reply) => unknown;
  readonly stream: (reply: Reply) => Iterable<Frame>;
};

export const apiFormats: Readonly<Record<Api, ApiFormat>> = {
  anthropic: { read: readAnthropic, body: anthropicBody, stream: anthropicStream },
  chat: { read: readChat, body: chatBody, stream: chatStream },
  responses: { read: readResponses, body: responsesBody, stream: responsesStream },
  gemini: { read: readGemini, body: geminiBody, stream: geminiStream },
};

export type Route =
  | { readonly does: "answer"; readonly method: "POST"; readonly api: Api }
  | { readonly does: "count"; readonly method: "POST"; readonly api: "anthropic" | "gemini" }
  | { readonly does: "models"; readonly method: "GET"; readonly api: "gemini" | null }
  | { readonly does: "model"; readonly method: "GET"; readonly api: "gemini" | null };

const routes: Readonly<Record<string, Route>> = {
  "/v1/messages": { does: "answer", method: "POST", api: "anthropic" },
  "/v1/messages/count_tokens": { does: "count", method: "POST", api: "anthropic" },
  "/v1/chat/completions": { does: "answer", method: "POST", api: "chat" },
  "/v1/responses": { does: "answer", method: "POST", api: "responses" },
  "/v1/models": { does: "models", method: "GET", api: null },
  "/v1beta/models": { does: "models", method: "GET", api: "gemini" },
};

/** The Gemini API has the method and the model in its path. */
const geminiPath = /^\/v1(?:beta)?\/models\/[^/:]+(?::(\w+))?$/;
const geminiRoutes: Readonly<Record<string, Route>> = {
  generateContent: { does: "answer", method: "POST", api: "gemini" },
  streamGenerateContent: { does: "answer", method: "POST", api: "gemini" },
  countTokens: { does: "count", method: "POST", api: "gemini" },
};

export function routeOf(path: string): Route | null {
  if (Object.hasOwn(routes, path)) return routes[path] as Route;
  const wanted = geminiPath.exec(path)?.[1];
  if (wanted !== undefined && Object.hasOwn(geminiRoutes, wanted)) return geminiRoutes[wanted] as Route;
  const [, version] = /^\/(v1|v1beta)\/models\/[^/]+$/.exec(path) ?? [];
  if (version === undefined) return null;
  return { does: "model", method: "GET", api: version === "v1" ? null : "gemini" };
}
