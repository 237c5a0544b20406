import { isWord, passwordsIn, redactor } from "../../process/redact.ts";
import { limits } from "../limits.ts";
import type { ModelChoice } from "../options.ts";

/** Why a model call did not end in an answer, and what may be done about it. */
export interface ModelFailure {
  readonly code: FailureCode;
  /** For a person: what happened, and what to do. */
  readonly message: string;
  /** The same call may go well a little later. */
  readonly retryable: boolean;
  /** How long the server wants to be left alone. */
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

/** What went wrong in a stream that began well. */
export class StreamFault extends Error {
  readonly code: "model_stalled" | "answer_cut" | "answer_too_long";

  constructor(code: StreamFault["code"], message: string) {
    super(message);
    this.code = code;
  }
}

/** The fields of the AI SDK's errors. Told by their shape: their module is not loaded for it. */
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
  const said = clean(saying(error));
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
      `There is no key for ${choice.provider}: set api_key or api_key_env for this agent.`,
    );
  }
  const status = api.statusCode;
  // An answer that breaks off still has the status it began with.
  if (status === undefined || status < 400) return withoutStatus(api, said, at, passing);
  if (status === 401 || status === 403) {
    const what = choice.apiKey === undefined ? "wants a key and none is set" : "refused the key";
    return final(
      "auth_failed",
      `${at} ${what} (${status}): set api_key or api_key_env for this agent. It said: ${said}`,
    );
  }
  if (status === 404) {
    return final(
      "model_not_found",
      `${at} does not know the model ${choice.model} (404): check model and base_url. It said: ${said}`,
    );
  }
  if ((status === 400 || status === 413 || status === 422) && overflow.test(said)) {
    return final("context_overflow", `The conversation is too long for ${choice.model}. It said: ${said}`);
  }
  if (quota.test(said)) {
    return final(
      "quota_exceeded",
      `The account at ${at} has nothing left to spend (${status}). It said: ${said}`,
    );
  }
  if (status === 429)
    return passing("rate_limited", `${at} has had too many requests (429). It said: ${said}`);
  if (status === 408 || status === 409 || status >= 500) {
    return passing("model_unavailable", `${at} could not answer (${status}). It said: ${said}`);
  }
  return final("request_refused", `${at} refused the request (${status}). It said: ${said}`);
}

/** Ours, also where the provider's library told of it in its own words. */
function faultIn(error: unknown): StreamFault | null {
  if (error instanceof StreamFault) return error;
  return error instanceof Error && error.cause instanceof StreamFault ? error.cause : null;
}

/** No answer at all, an answer that breaks off, or an error in the middle of one. */
function withoutStatus(
  api: ApiError,
  said: string,
  at: string,
  passing: (code: FailureCode, message: string) => ModelFailure,
): ModelFailure {
  const detail = api.cause?.code ?? "";
  if (unreachable.test(`${detail} ${said}`)) {
    return passing(
      "model_unreachable",
      `${at} cannot be reached: start the server or check base_url. ${said}`,
    );
  }
  if (/JSONParse|TypeValidation/.test(api.name ?? "")) {
    return passing("answer_malformed", `${at} sent something that is no answer: ${said}`);
  }
  if (overflow.test(said)) return { ...passing("context_overflow", said), retryable: false };
  if (/rate.?limit/i.test(said)) return passing("rate_limited", `${at} said: ${said}`);
  if (/overloaded|unavailable|internal/i.test(said))
    return passing("model_unavailable", `${at} said: ${said}`);
  return passing("answer_cut", `The answer of ${at} broke off: ${said}`);
}

/** The server's own words, kept short. */
function saying(error: unknown): string {
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
