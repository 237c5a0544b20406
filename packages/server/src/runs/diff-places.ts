import { ProjectFolder, safeRead } from "@polylog/backends/project";
import { type EventBody, lineInFile, type ToolContent } from "@polylog/core";
import { limits } from "../limits.ts";

type WithContent = Extract<EventBody, { type: "tool_call_start" | "tool_result" }>;

/** Whether a call shows a replaced text without its line numbers in the file. */
export function lacksPlaces(body: EventBody): body is WithContent {
  return (
    (body.type === "tool_call_start" || body.type === "tool_result") &&
    body.content?.some(isUnplaced) === true
  );
}

function isUnplaced(item: ToolContent): boolean {
  return item.type === "diff" && item.oldText !== "" && item.newLine === undefined;
}

/** The same with the line numbers found in the project's files. */
export async function withPlaces(body: WithContent, projectRoot: string): Promise<EventBody> {
  const project = await ProjectFolder.open(projectRoot).catch(() => null);
  if (project === null || body.content === undefined) return body;
  const content: ToolContent[] = [];
  for (const item of body.content) content.push(isUnplaced(item) ? await placed(project, item) : item);
  return { ...body, content };
}

async function placed(project: ProjectFolder, item: ToolContent): Promise<ToolContent> {
  if (item.type !== "diff") return item;
  const place = await project.resolve(item.path);
  const file = place.ok ? await safeRead(project, place, limits.previewBytes) : null;
  const newLine = file?.ok === true ? lineInFile(file.bytes.toString(), item.oldText, item.newText) : null;
  return newLine === null ? item : { ...item, newLine };
}
