import { defined, type EventBody } from "@polylog/core";
import type { Native } from "../../connection/native-value.ts";
import { countOf, nameOf, recordOf, recordsOf, roundedOf, textOf } from "../../connection/native-value.ts";
import { noEvents } from "../../connection/translation.ts";
import { versionNotice } from "../version.ts";
import { type ClaudeState, type ClaudeTranslation, runRefOf, withStatus } from "./state.ts";
import { subagents } from "./subagents.ts";
import { beginTurn, withRequest } from "./turns.ts";

/** The program's reports about itself and its work. */
export function translateSystem(state: ClaudeState, value: Native): ClaudeTranslation | null {
  const subtype = textOf(value.subtype) ?? "";
  if (Object.hasOwn(handlers, subtype)) return (handlers[subtype] as Handler)(state, value);
  return ignoredSubtypes.has(subtype) ? noEvents(state) : null;
}

type Handler = (state: ClaudeState, value: Native) => ClaudeTranslation;

const handlers: Readonly<Record<string, Handler>> = {
  init: (state, value) => {
    const version = nameOf(value.claude_code_version);
    const model = nameOf(value.model);
    const notice = version === null || version === state.version ? null : versionNotice(version);
    const { agentId } = state;
    const news: EventBody[] = [
      ...(notice === null
        ? []
        : [
            {
              type: "notice" as const,
              level: "warning" as const,
              text: notice,
              code: "untested_version",
              agentId,
            },
          ]),
      ...(model === null || model === state.model
        ? []
        : [{ type: "session_meta" as const, currentModelId: model, agentId }]),
    ];
    const begun = beginTurn({ ...state, version, model: model ?? state.model }, value);
    return { state: begun.state, events: [...news, ...begun.events] };
  },
  status: (state, value) => {
    const planned =
      value.permissionMode === "plan" && state.mode !== "plan" ? enterPlan(state) : noEvents(state);
    if (value.status !== "requesting") return planned;
    const translation = withStatus(withRequest(planned.state), "thinking");
    return { state: translation.state, events: [...planned.events, ...translation.events] };
  },
  api_retry: (state, value) => {
    const runRef = runRefOf(state, null);
    const attempt = countOf(value.attempt);
    if (runRef === null || attempt === null) return noEvents(state);
    const maxAttempts = countOf(value.max_retries);
    const delayMs = roundedOf(value.retry_delay_ms);
    const status = countOf(value.error_status);
    const message = [textOf(value.error) ?? "error", status === null ? "" : `(${status})`].join(" ").trim();
    const event: EventBody = {
      type: "api_retry",
      attempt,
      ...defined({ maxAttempts, delayMs }),
      message,
      ...runRef,
    };
    return { state, events: [event] };
  },
  compact_boundary: (state, value) => {
    const runRef = runRefOf(state, null);
    if (runRef === null) return noEvents(state);
    const about = recordOf(value.compact_metadata);
    const beforeTokens = countOf(about.pre_tokens);
    const afterTokens = countOf(about.post_tokens);
    const event: EventBody = {
      type: "compaction",
      trigger: about.trigger === "manual" ? "manual" : "auto",
      ...defined({ beforeTokens, afterTokens }),
      ...runRef,
    };
    return { state, events: [event] };
  },
  session_title_changed: (state, value) => {
    const title = nameOf(value.title);
    if (title === null || title === state.title) return noEvents(state);
    return {
      state: { ...state, title },
      events: [{ type: "title", title, source: "agent", agentId: state.agentId }],
    };
  },
  informational: (state, value) => {
    const text = nameOf(value.content) ?? nameOf(value.message) ?? nameOf(value.text);
    if (text === null) return noEvents(state);
    return { state, events: [{ type: "notice", text, agentId: state.agentId }] };
  },
  background_tasks_changed: (state, value) =>
    noEvents({ ...state, backgroundTasks: recordsOf(value.tasks).length }),
  task_started: subagents.started,
  task_progress: subagents.progressed,
  task_notification: subagents.ended,
};

/** The program started plan mode on its own. Only a person's decision ends it. */
function enterPlan(state: ClaudeState): ClaudeTranslation {
  return {
    state: { ...state, mode: "plan" },
    events: [{ type: "mode_change", modeId: "plan", agentId: state.agentId }],
  };
}

/** Known, and either redundant or not needed. */
const ignoredSubtypes: ReadonlySet<string> = new Set([
  "files_persisted",
  "hook_progress",
  "hook_response",
  "hook_started",
  "permission_denied",
  "session_state_changed",
  "task_updated",
  "thinking_tokens",
]);
