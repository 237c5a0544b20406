import path from "node:path";
import { z } from "zod";
import { type AgentTool, defineTool, failed } from "../tools/tool.ts";
import { type Definitions, descriptionOf, type Library, readDefinitions } from "./definitions.ts";

/** Something that can be learned when it is needed: its description is told, its body is read on demand. */
export interface Skill {
  readonly name: string;
  readonly description: string;
  readonly body: string;
  /** Where its other files are. */
  readonly folder: string;
}

export function readSkills(libraries: readonly Library[]): Promise<Definitions<Skill>> {
  return readDefinitions(
    libraries,
    (entry) => ({ file: path.join(entry, "SKILL.md"), name: entry }),
    (definition) => ({
      name: definition.name,
      description: descriptionOf(definition),
      body: definition.body,
      folder: path.dirname(definition.file),
    }),
  );
}

export function skillTool(skills: readonly Skill[]): AgentTool {
  return defineTool({
    name: "Skill",
    description:
      "Tells how to do something that this project or the user has written down as a skill. Use it when a task fits a skill's description, before you begin the task.",
    input: z.strictObject({ name: z.string() }),
    effect: "read",
    run: async ({ name }) => {
      const skill = skills.find((one) => one.name === name);
      if (skill === undefined) {
        return failed(
          "not_found",
          `There is no skill ${name}. There are: ${skills.map((one) => one.name).join(", ")}.`,
        );
      }
      return { ok: true, text: `${skill.body}\n\nFiles that it names are in ${skill.folder}.` };
    },
  });
}
