import { type AskAnswer, defined, type EventBody, permissionOptions } from "@polylog/core";
import { type Native, nameOf, recordOf, recordsOf, textOf } from "../../connection/native-value.ts";
import type { ClaudeState } from "./state.ts";

/** A request for a person's decision. The program has one kind of request for all: whether a tool may be used. */
export interface PendingAsk {
  readonly requestId: string;
  readonly kind: AskAnswer["kind"];
  readonly runId: string;
  readonly callId: string | null;
  readonly input: Native;
}

export interface AskTranslation {
  readonly ask: PendingAsk;
  readonly event: EventBody;
}

/** Null if no run could have sent it. */
export function readAsk(state: ClaudeState, requestId: string, request: Native): AskTranslation | null {
  const runRef = runRefFor(state, nameOf(request.agent_id));
  const toolName = nameOf(request.tool_name);
  if (runRef === null || toolName === null) return null;
  const input = recordOf(request.input);
  const callId = nameOf(request.tool_use_id);
  const about = { ...defined({ callId }), ...runRef };
  const pending = { requestId, runId: runRef.runId, callId, input };
  if (toolName === "AskUserQuestion") {
    const questions = recordsOf(input.questions).map(readQuestion);
    const event: EventBody = { type: "ask_user", questionId: requestId, questions, ...about };
    return { ask: { ...pending, kind: "question" }, event };
  }
  if (toolName === "ExitPlanMode") {
    const text = textOf(input.plan) ?? "";
    const event: EventBody = {
      type: "plan_update",
      planId: requestId,
      entries: [],
      text,
      awaitsApproval: true,
      ...about,
    };
    return { ask: { ...pending, kind: "plan" }, event };
  }
  const description = nameOf(request.description);
  const event: EventBody = {
    type: "permission_request",
    requestId,
    toolName,
    ...defined({ description }),
    input,
    options: [...permissionOptions],
    ...about,
  };
  return { ask: { ...pending, kind: "permission" }, event };
}

function runRefFor({ run, children, agentId }: ClaudeState, taskId: string | null) {
  const child = taskId === null ? undefined : [...children.values()].find((known) => known.taskId === taskId);
  if (child?.isMuted === true) return null;
  const runId = child?.runId ?? run?.runId;
  return runId === undefined ? null : { runId, agentId };
}

function readQuestion(value: Native) {
  const header = nameOf(value.header);
  return {
    question: textOf(value.question) ?? "",
    ...defined({ header }),
    options: recordsOf(value.options).map((option) => {
      const description = nameOf(option.description);
      return { label: textOf(option.label) ?? "", ...defined({ description }) };
    }),
    multiSelect: value.multiSelect === true,
  };
}

/** The answer in the program's format. */
export function answerTo(ask: PendingAsk, answer: AskAnswer): Native {
  switch (answer.kind) {
    case "permission": {
      const { option, note } = answer;
      if (option === null || !option.kind.startsWith("allow"))
        return deny(note ?? "The user did not allow this.");
      return allow(ask.input);
    }
    case "question": {
      if (answer.answers === null) return deny("The user gave no answer.");
      const answers = answer.answers.map(({ question, answer: given }) => [
        question,
        [given].flat().join(", "),
      ]);
      return allow({ ...ask.input, answers: Object.fromEntries(answers) });
    }
    case "plan": {
      if (answer.decision === "approve") return allow(ask.input, [leavePlan]);
      const changed = nameOf(answer.plan);
      if (answer.decision === "edit" && changed !== null)
        return allow({ ...ask.input, plan: changed }, [leavePlan]);
      const note = nameOf(answer.note);
      return deny(
        note === null ? "The user rejected this plan." : `The user wants a different plan: ${note}`,
      );
    }
  }
}

const leavePlan: Native = { type: "setMode", mode: "default", destination: "session" };

export function allow(updatedInput: Native, updatedPermissions: readonly Native[] = []): Native {
  return {
    behavior: "allow",
    updatedInput,
    ...(updatedPermissions.length === 0 ? {} : { updatedPermissions }),
  };
}

function deny(message: string): Native {
  return { behavior: "deny", message };
}
