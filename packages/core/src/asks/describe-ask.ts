import type { Conversation } from "../conversation/conversation.ts";
import type { PermissionEntry } from "../events/permission.ts";
import type { PlanEntry } from "../events/plan.ts";
import type { QuestionEntry } from "../events/question.ts";
import type { ToolCallEntry } from "../events/tool.ts";
import { exactText, hasHidden } from "../format/exact-text.ts";
import { oneLine } from "../format/one-line.ts";
import { plural } from "../format/quantities.ts";
import { inputOf, nameIn, objectIn } from "../tools/input/input.ts";
import type { AskEntry } from "../view/pending-asks.ts";
import { runPath } from "../view/run-tree.ts";
import { askedCall } from "./asked-call.ts";
import { changeBlocks, changeTexts, drawnFields } from "./changes.ts";
import { askChoices } from "./choices.ts";
import type { AskDescription, AskField, AskObject, AskProject } from "./description.ts";
import { inputFields, shownFields } from "./fields.ts";
import { subjectOf } from "./subject.ts";

/** Context for an ask's description. */
export interface AskContext {
  readonly conversation: Conversation;
  /** The session's title, if the screen has a newer one than the log. */
  readonly sessionTitle?: string | null | undefined;
  readonly project?: AskProject | null | undefined;
}

type DescriptionParts = Pick<AskDescription, "title" | "verb" | "objects" | "fields"> &
  Partial<Pick<AskDescription, "directory" | "reason" | "changes" | "cut" | "choices">>;

/** Describes an ask completely, whatever the agent sent. Never throws. */
export function describeAsk(entry: AskEntry, context: AskContext): AskDescription {
  const { conversation, sessionTitle, project } = context;
  const parts = describeParts(entry, context);
  const path = entry.runId === null ? [] : runPath(conversation, entry.runId);
  const agents = path.length > 0 ? path.map((run) => run.agentId) : [entry.agentId ?? "agent"];
  const texts = [
    ...parts.objects.map(({ text }) => text),
    ...parts.fields.flatMap(({ name, text }) => [name, text]),
    parts.directory ?? "",
    parts.reason ?? "",
    ...changeTexts(parts.changes ?? []),
  ];
  return {
    askId: entry.askId,
    kind: entry.kind,
    directory: null,
    reason: null,
    changes: [],
    cut: null,
    choices: [],
    ...parts,
    hasHidden: texts.some(hasHidden),
    // A tool's name alone does not say what a call does.
    isUntold: parts.fields.length === 0 && parts.objects.every(({ kind }) => kind === "tool"),
    sessionId: conversation.sessionId,
    sessionTitle: sessionTitle ?? conversation.title,
    project: project ?? null,
    agentPath: agents,
  };
}

function describeParts(entry: AskEntry, context: AskContext): DescriptionParts {
  switch (entry.kind) {
    case "permission":
      return describePermission(entry, askedCall(entry, context.conversation), context.project?.root ?? null);
    case "question":
      return describeQuestions(entry);
    case "plan":
      return describePlan(entry);
  }
}

function describePermission(
  { toolName, input, description, options }: PermissionEntry,
  call: ToolCallEntry,
  projectRoot: string | null,
): DescriptionParts {
  const { verb, objects } = subjectOf(call);
  const directory = directoryOf(call) ?? projectRoot;
  const reason = reasonOf(description, verb, objects);
  const changes = changeBlocks(call);
  const fields = shownFields(inputFields(call.input), {
    objects,
    directory,
    reason,
    drawn: drawnFields(call, changes),
  });
  return {
    title: titleOf(verb, objects, toolName),
    ...{ verb, objects, directory, fields, changes, reason },
    cut: call.inputCut,
    choices: askChoices({ toolName, input, projectRoot: projectRoot ?? undefined }, options),
  };
}

/** The agent's reason, unless it only repeats the object or the action with its object. */
function reasonOf(description: string | null, verb: string, objects: readonly AskObject[]): string | null {
  const said = description?.trim() ?? "";
  const isRepeat = objects.some(({ text }) => said === text.trim() || said === `${verb} ${text.trim()}`);
  return said === "" || isRepeat ? null : description;
}

function directoryOf(call: ToolCallEntry): string | null {
  const input = inputOf(call);
  return (
    nameIn(input, "cwd", "workdir", "working_directory", "dir_path", "directory") ??
    nameIn(objectIn(input, "action"), "working_directory", "cwd")
  );
}

function titleOf(verb: string, objects: readonly AskObject[], toolName: string): string {
  const [first] = objects;
  if (first === undefined) return line(`${verb} with ${exactText(toolName)}`);
  const names = objects.map(({ text }) => lineOf(text));
  if (verb === "Move" && objects.length === 2) return line(`${verb} ${names.join(" to ")}`);
  const isMany = objects.length > 1 && objects.every(({ kind }) => kind === "file");
  return line(
    isMany ? `${verb} ${plural(objects.length, "file")}: ${names.join(", ")}` : `${verb} ${names[0]}`,
  );
}

/** The first line, with a mark if there are more. */
function lineOf(text: string): string {
  const [first = "", ...more] = text.trim().split("\n");
  return `${exactText(first)}${more.length > 0 ? " …" : ""}`;
}

function line(text: string): string {
  return oneLine(text, 200);
}

function describeQuestions({ questions }: QuestionEntry): DescriptionParts {
  const [first, ...more] = questions;
  const asked = lineOf(first?.question ?? "");
  return {
    title: line(asked === "" ? "Question" : asked) + (more.length > 0 ? ` (and ${more.length} more)` : ""),
    verb: "Answer",
    objects: questions.map(({ question }) => ({ kind: "question", text: question })),
    fields: questions.flatMap(({ header, options }, index): AskField[] => {
      const choices = options.map(({ label, description }) =>
        description === undefined ? `- ${label}` : `- ${label}: ${description}`,
      );
      const name = header ?? (questions.length === 1 ? "Options" : `Options of question ${index + 1}`);
      return choices.length === 0 ? [] : [{ name, text: choices.join("\n"), shownAs: null }];
    }),
  };
}

function describePlan({ text, items }: PlanEntry): DescriptionParts {
  const listed = items.map(({ content }) => `- ${content}`).join("\n");
  const plan = text === null || text === "" ? listed : text;
  const isListed = plan !== listed && listed !== "";
  return {
    title: line(plan === "" ? "Approve a plan" : `Approve the plan: ${lineOf(plan)}`),
    verb: "Approve",
    objects: plan === "" ? [] : [{ kind: "plan", text: plan }],
    fields: isListed ? [{ name: "items", text: listed, shownAs: null }] : [],
  };
}
