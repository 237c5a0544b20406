/** Every way the server says no, with the status that fits. The codes are part of the contract. */
export const errorStatus = {
  bad_request: 400,
  pattern_not_offered: 400,
  not_authenticated: 401,
  budget_exceeded: 402,
  not_allowed: 403,
  foreign_origin: 403,
  folder_not_allowed: 403,
  session_not_found: 404,
  run_not_found: 404,
  ask_not_found: 404,
  agent_not_found: 404,
  item_not_found: 404,
  device_not_found: 404,
  pairing_not_found: 404,
  file_not_found: 404,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  confirmation_required: 409,
  ask_answered: 409,
  client_message_conflict: 409,
  session_busy: 409,
  run_over: 409,
  store_conflict: 409,
  file_exists: 409,
  pairing_answered: 409,
  trust_changed: 409,
  ask_expired: 410,
  cursor_expired: 410,
  body_too_large: 413,
  wrong_content_type: 415,
  wrong_host: 421,
  path_outside_project: 422,
  not_a_project: 422,
  not_supported: 422,
  checkpoint_unavailable: 422,
  agent_unavailable: 422,
  bad_config: 422,
  bad_file: 422,
  queue_full: 429,
  too_many_requests: 429,
  too_many_programs: 429,
  headers_too_large: 431,
  internal: 500,
  degraded: 503,
  storage_full: 507,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof errorStatus;

const retryable: ReadonlySet<ErrorCode> = new Set([
  "too_many_requests",
  "too_many_programs",
  "queue_full",
  "store_conflict",
  "degraded",
  "storage_full",
]);

/** An answer of "no" that a person can act on. `details` are for programs. */
export class PolylogError extends Error {
  readonly code: ErrorCode;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    code: ErrorCode,
    message: string,
    details: Readonly<Record<string, unknown>> = {},
    cause?: unknown,
  ) {
    super(message, { cause });
    this.name = "PolylogError";
    this.code = code;
    this.details = details;
  }

  get status(): number {
    return errorStatus[this.code];
  }

  toJSON(): { error: { code: ErrorCode; message: string; retryable: boolean; details: object } } {
    const { code, message, details } = this;
    return { error: { code, message, retryable: retryable.has(code), details } };
  }
}
