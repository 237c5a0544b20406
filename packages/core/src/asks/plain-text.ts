import type { Truncation } from "../events/fields.ts";
import { exactText } from "../format/exact-text.ts";
import type { Block } from "../tools/blocks.ts";
import type { AskDescription, AskObject, AskProject } from "./description.ts";

/** A description as plain text that is safe to print, complete and with hidden characters named. */
export function askPlainText(ask: AskDescription): string {
  const { title, directory, reason, fields, objects, changes, cut, isUntold } = ask;
  const drawn = fields.some(({ shownAs }) => shownAs === "change") ? [] : changes;
  return [
    title,
    askPlace(ask),
    ...(directory === null ? [] : labelled("Folder", directory)),
    ...(reason === null ? [] : labelled("Reason", reason)),
    // The title of a single short question is the question itself.
    ...objects
      .filter((object) => object.kind !== "question" || object.text !== title)
      .flatMap(({ kind, text }) => labelled(objectLabels[kind], text)),
    // A text that is already shown as the object, the folder or the reason is not repeated; a change's fields are.
    ...fields
      .filter(({ shownAs }) => shownAs === null || shownAs === "change")
      .flatMap(({ name, text }) => labelled(name, text)),
    ...drawn.flatMap(changeText),
    ...(cut === null ? [] : [cutText(cut)]),
    ...(isUntold ? [untoldText] : []),
  ].join("\n");
}

/** Shown on every screen if an agent states nothing about its call. */
export const untoldText = "The agent does not say what this does.";

/** Shown if the input is too long for the log. */
export function cutText({ totalChars }: Truncation): string {
  return `Truncated. The full input has ${totalChars.toLocaleString("en-US")} characters.`;
}

/** An ask as a one-line question: "Run npm test?". */
export function askQuestion({ kind, title }: AskDescription): string {
  return kind === "permission" ? `${title}?` : title;
}

/** The project is named by its folder. */
export function askProject(root: string): AskProject {
  return { name: root.split(/[\\/]/).findLast((part) => part !== "") ?? root, root };
}

/** Where an ask comes from: "shop · Fix the login · claude › explore (subagent)". */
export function askPlace({ project, sessionTitle, agentPath }: AskDescription): string {
  const agents = agentPath.map((agent, index) => (index === 0 ? agent : `${agent} (subagent)`)).join(" › ");
  return [project?.name, sessionTitle, agents]
    .filter((part) => part != null && part !== "")
    .map((part) => exactText(part as string).replaceAll(/\s+/g, " "))
    .join(" · ");
}

export const objectLabels: Readonly<Record<AskObject["kind"], string>> = {
  command: "Command",
  file: "File",
  host: "Host",
  query: "Query",
  tool: "Tool",
  task: "Task",
  question: "Question",
  plan: "Plan",
};

/** A single line follows its name; several lines are placed below it. */
function labelled(name: string, text: string): readonly string[] {
  const label = exactText(name).replaceAll("\n", " ");
  const lines = exactText(text).split("\n");
  return lines.length === 1 ? [`${label}: ${lines[0]}`] : [`${label}:`, ...lines.map((each) => `  ${each}`)];
}

const marks = { same: " ", added: "+", removed: "-" } as const;

function changeText(block: Block): readonly string[] {
  if (block.kind === "code") return labelled("Content", block.text);
  if (block.kind !== "diff") return [];
  return [
    `Change to ${exactText(block.path)}:`,
    ...block.hunks.flatMap(({ heading, lines }) => [
      ...(heading === null ? [] : [`  @@ ${exactText(heading)}`]),
      ...lines.map(({ kind, text }) => `  ${marks[kind]} ${exactText(text)}`),
    ]),
  ];
}
