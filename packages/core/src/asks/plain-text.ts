import type { Truncation } from "../events/fields.ts";
import { exactText } from "../format/exact-text.ts";
import type { Block } from "../tools/blocks.ts";
import type { AskDescription, AskField, AskObject, AskProject } from "./description.ts";

/** A description as text that is safe to print: whole, with hidden characters by name. */
export function askPlainText(ask: AskDescription): string {
  const { title, directory, reason, fields, objects, changes, cut, isUntold } = ask;
  const said = new Set([...objects, ...fields].map(({ text }) => text));
  const drawn = fields.some(({ shownAs }) => shownAs === "change") ? [] : changes;
  return [
    title,
    askPlace(ask),
    ...(directory === null ? [] : labelled("Directory", directory)),
    ...(reason === null || said.has(reason) ? [] : labelled("The agent says", reason)),
    ...objects.flatMap((object) => labelled(objectLabels[object.kind], object.text)),
    ...fields.filter(isNotShown).flatMap(({ name, text }) => labelled(name, text)),
    ...drawn.flatMap(changeText),
    ...(cut === null ? [] : [cutText(cut)]),
    ...(isUntold ? [untoldText] : []),
  ].join("\n");
}

/** What every screen says of an ask whose agent tells nothing. */
export const untoldText = "The agent does not say what this does.";

/** What is said of an ask that is too long for the log to hold. */
export function cutText({ totalChars }: Truncation): string {
  return `Not all of it is shown: the whole has ${totalChars.toLocaleString("en-US")} characters.`;
}

/** An ask as a question in one line: "Run npm test?". */
export function askQuestion({ kind, title }: AskDescription): string {
  return kind === "permission" ? `${title}?` : title;
}

/** A project goes by the name of its folder. */
export function askProject(root: string): AskProject {
  return { name: root.split(/[\\/]/).findLast((part) => part !== "") ?? root, root };
}

/** Where it is asked: "shop · Fix the login · claude › explore (subagent)". */
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

/** The text of a field that an object or the directory shows already is not said twice; a change's is. */
function isNotShown({ shownAs }: AskField): boolean {
  return shownAs === null || shownAs === "change";
}

/** One line behind its name, more lines below it. */
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
    `Change of ${exactText(block.path)}:`,
    ...block.hunks.flatMap(({ heading, lines }) => [
      ...(heading === null ? [] : [`  @@ ${exactText(heading)}`]),
      ...lines.map(({ kind, text }) => `  ${marks[kind]} ${exactText(text)}`),
    ]),
  ];
}
