import { isWord, passwordsIn, redactor } from "../../process/redact.ts";
import { limits } from "../limits.ts";
import type { ModelChoice } from "../options.ts";

/** Why a model call failed, and whether a retry may help. */
export interface ModelFailure {
  readonly code: FailureCode;
  /** For people: what happened, and what to do. */
  readonly message: string;
  /** Whether the same call may succeed later. */
  readonly retryable: boolean;
  /** The delay that the server asked for. */
  readonly retryAfterMs: number | null;
}

export type FailureCode =
  | "auth_failed"
  | "model_not_found"
  | "context_overflow"
  | "quota_exceeded"
  | "rate_limited"
  | "model_unavailable"
  | "model_unreachable"
  | "model_stalled"
  | "answer_cut"
  | "answer_malformed"
  | "answer_too_long"
  | "request_refused";

/** A failure in a stream that started successfully. */
export class StreamFault extends Error {
  readonly code: "model_stalled" | "answer_cut" | "answer_too_long";

  constructor(code: StreamFault["code"], message: string) {
    super(message);
    this.code = code;
  }
}

/** The fields of the AI SDK's errors. They are recognized by shape, so that their module need not be loaded. */
interface ApiError {
  readonly name?: string;
  readonly message?: string;
  readonly statusCode?: number;
  readonly responseHeaders?: Readonly<Record<string, string>>;
  readonly responseBody?: string;
  readonly cause?: { readonly code?: string; readonly message?: string };
}

const overflow =
  /context.{0,20}(length|window|size|limit)|prompt is too long|too many (input )?tokens|maximum.{0,20}tokens|exceeds? the.{0,30}context/i;
const unreachable = /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|cannot connect to API/i;
const quota = /insufficient_quota|exceeded your current quota|credit balance|billing/i;

export function readFailure(error: unknown, choice: ModelChoice, now: number): ModelFailure {
  const api = (typeof error === "object" && error !== null ? error : {}) as ApiError;
  const { apiKey = "" } = choice;
  const clean = redactor([
    ...(isWord(apiKey) ? [] : [apiKey]),
    ...passwordsIn({ url: choice.baseUrl ?? "" }),
  ]);
  const response = clean(serverMessage(error));
  const at = clean(choice.baseUrl ?? choice.provider);
  const final = (code: FailureCode, message: string): ModelFailure => ({
    ...{ code, message, retryable: false, retryAfterMs: null },
  });
  const passing = (code: FailureCode, message: string): ModelFailure => ({
    ...{ code, message, retryable: true, retryAfterMs: retryAfter(api.responseHeaders, now) },
  });
  const fault = faultIn(error);
  if (fault !== null) {
    return fault.code === "answer_too_long"
      ? final(fault.code, fault.message)
      : passing(fault.code, fault.message);
  }
  if (api.name === "AI_LoadAPIKeyError") {
    return final(
      "auth_failed",
      `No API key for ${choice.provider}. Set api_key or api_key_env for this agent.`,
    );
  }
  const status = api.statusCode;
  // A truncated response still has its initial status.
  if (status === undefined || status < 400) return withoutStatus(api, response, at, passing);
  if (status === 401 || status === 403) {
    const what = choice.apiKey === undefined ? "requires an API key" : "rejected the API key";
    return final(
      "auth_failed",
      `${at} ${what} (${status}). Set api_key or api_key_env for this agent. Response: ${response}`,
    );
  }
  if (status === 404) {
    return final(
      "model_not_found",
      `${at} does not have the model ${choice.model} (404). Check model and base_url. Response: ${response}`,
    );
  }
  if ((status === 400 || status === 413 || status === 422) && overflow.test(response)) {
    return final(
      "context_overflow",
      `The conversation is too long for ${choice.model}. Response: ${response}`,
    );
  }
  if (quota.test(response)) {
    return final(
      "quota_exceeded",
      `The account at ${at} has no credit left (${status}). Add credit or use another model. Response: ${response}`,
    );
  }
  if (status === 429)
    return passing(
      "rate_limited",
      `${at} received too many requests (429). Retry later. Response: ${response}`,
    );
  if (status === 408 || status === 409 || status >= 500) {
    return passing("model_unavailable", `${at} is not available (${status}). Response: ${response}`);
  }
  return final("request_refused", `${at} rejected the request (${status}). Response: ${response}`);
}

/** A StreamFault, even if the provider's library wrapped it. */
function faultIn(error: unknown): StreamFault | null {
  if (error instanceof StreamFault) return error;
  return error instanceof Error && error.cause instanceof StreamFault ? error.cause : null;
}

/** Failures without an error status: no response, a truncated one, or an error in a stream. */
function withoutStatus(
  api: ApiError,
  response: string,
  at: string,
  passing: (code: FailureCode, message: string) => ModelFailure,
): ModelFailure {
  const detail = api.cause?.code ?? "";
  if (unreachable.test(`${detail} ${response}`)) {
    return passing(
      "model_unreachable",
      `Cannot reach ${at}. Start the server or check base_url. ${response}`,
    );
  }
  if (/JSONParse|TypeValidation/.test(api.name ?? "")) {
    return passing("answer_malformed", `${at} sent an invalid response: ${response}`);
  }
  if (overflow.test(response)) return { ...passing("context_overflow", response), retryable: false };
  if (/rate.?limit/i.test(response)) return passing("rate_limited", `${at} reported: ${response}`);
  if (/overloaded|unavailable|internal/i.test(response))
    return passing("model_unavailable", `${at} reported: ${response}`);
  return passing("answer_cut", `The response from ${at} was incomplete: ${response}`);
}

/** The server's error message, shortened. */
function serverMessage(error: unknown): string {
  const words = wordsOf(error).replaceAll(/\s+/g, " ").trim() || "nothing";
  return words.length > limits.errorChars ? `${words.slice(0, limits.errorChars)}…` : words;
}

function wordsOf(error: unknown): string {
  if (typeof error === "string") return error;
  if (typeof error !== "object" || error === null) return String(error);
  const { message, responseBody, cause } = error as ApiError;
  const inner = typeof cause?.message === "string" ? cause.message : "";
  const own = typeof message === "string" ? message : JSON.stringify(error).slice(0, limits.errorChars);
  const body = typeof responseBody === "string" && !responseBody.includes(own) ? bodyWords(responseBody) : "";
  return [own, body, own.includes(inner) ? "" : inner].filter((part) => part !== "").join(" ");
}

function bodyWords(body: string): string {
  return body.trimStart().startsWith("<") ? "" : body;
}

function retryAfter(headers: ApiError["responseHeaders"], now: number): number | null {
  const ms = Number(headers?.["retry-after-ms"] ?? Number.NaN);
  if (Number.isFinite(ms) && ms >= 0) return ms;
  const value = headers?.["retry-after"];
  if (value === undefined) return null;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
