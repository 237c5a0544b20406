import path from "node:path";
import { z } from "zod";
import { type AgentTool, defineTool, failed } from "../tools/tool.ts";
import { type Definitions, descriptionOf, type Library, readDefinitions } from "./definitions.ts";

/** A skill: its description is in the system prompt, its body is read on demand. */
export interface Skill {
  readonly name: string;
  readonly description: string;
  readonly body: string;
  /** The folder with its other files. */
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
      "Loads the instructions of a skill that the project or the user has defined. If a task matches a skill's description, load the skill before you start the task.",
    input: z.strictObject({ name: z.string() }),
    effect: "read",
    run: async ({ name }) => {
      const skill = skills.find((one) => one.name === name);
      if (skill === undefined) {
        return failed(
          "not_found",
          `No skill is named ${name}. Available skills: ${skills.map((one) => one.name).join(", ")}.`,
        );
      }
      return { ok: true, text: `${skill.body}\n\nThe files it refers to are in ${skill.folder}.` };
    },
  });
}
