import type { Api } from "../conversation.ts";

const anthropicTypes: Readonly<Record<number, string>> = {
  400: "invalid_request_error",
  401: "authentication_error",
  402: "billing_error",
  403: "permission_error",
  404: "not_found_error",
  408: "timeout_error",
  413: "request_too_large",
  429: "rate_limit_error",
  504: "timeout_error",
  529: "overloaded_error",
};

const openaiKinds: Readonly<Record<number, readonly [type: string, code: string | null]>> = {
  401: ["invalid_request_error", "invalid_api_key"],
  403: ["invalid_request_error", "unsupported_country_region_territory"],
  404: ["invalid_request_error", "not_found"],
  429: ["requests", "rate_limit_exceeded"],
};

const messages: Readonly<Record<number, string>> = {
  401: "The scripted model rejects this key.",
  403: "The scripted model rejects this account.",
  429: "The scripted model was called too often.",
  500: "The scripted model failed.",
  503: "The scripted model is down.",
  529: "The scripted model is overloaded.",
};

function messageFor(status: number): string {
  return messages[status] ?? `The scripted model returned status ${status}.`;
}

/** An error in the format of the Messages API. */
export function anthropicError(status: number, id: string, message = messageFor(status)) {
  const type = anthropicTypes[status] ?? (status < 500 ? "invalid_request_error" : "api_error");
  return { type: "error", error: { type, message }, request_id: `req_${id}` };
}

/** An error in the format of both OpenAI APIs. */
export function openaiError(
  status: number,
  message = messageFor(status),
): { error: Readonly<Record<string, unknown>> } {
  const [type, code] = openaiKinds[status] ?? [status < 500 ? "invalid_request_error" : "server_error", null];
  return { error: { message, type, param: null, code } };
}

const geminiStatuses: Readonly<Record<number, string>> = {
  400: "INVALID_ARGUMENT",
  401: "UNAUTHENTICATED",
  403: "PERMISSION_DENIED",
  404: "NOT_FOUND",
  429: "RESOURCE_EXHAUSTED",
  500: "INTERNAL",
  503: "UNAVAILABLE",
  504: "DEADLINE_EXCEEDED",
};

/** An error in the format of the Gemini API. */
export function geminiError(status: number, message = messageFor(status)) {
  return { error: { code: status, message, status: geminiStatuses[status] ?? "UNKNOWN" } };
}

export function errorBody(api: Api, status: number, id: string, message?: string): object {
  if (api === "anthropic") return anthropicError(status, id, message);
  return api === "gemini" ? geminiError(status, message) : openaiError(status, message);
}
