import { narrowerMode, type PermissionMode, permissionModes } from "@polylog/core";
import {
  type Definition,
  type Definitions,
  descriptionOf,
  type Library,
  listField,
  markdownFile,
  type Origin,
  readDefinitions,
  textField,
  WrongDefinition,
} from "./definitions.ts";

/** A subagent that a file defines. */
export interface AgentFile {
  readonly name: string;
  readonly description: string;
  readonly model: string | null;
  /** The tools it may use. Null allows all tools. */
  readonly tools: readonly string[] | null;
  /** Its highest permission mode. Null means the caller's mode. */
  readonly policy: PermissionMode | null;
  readonly prompt: string;
  readonly file: string;
  readonly origin: Origin;
}

export function readAgentFiles(
  libraries: readonly Library[],
  trusted: boolean,
): Promise<Definitions<AgentFile>> {
  return readDefinitions(libraries, markdownFile, (definition) => ({
    name: definition.name,
    description: descriptionOf(definition),
    model: textField(definition, "model"),
    tools: listField(definition, "tools"),
    policy: policyOf(definition, trusted),
    prompt: definition.body,
    file: definition.file,
    origin: definition.origin,
  }));
}

function policyOf(definition: Definition, trusted: boolean): PermissionMode | null {
  const given = textField(definition, "policy");
  if (given === null) return null;
  const policy = permissionModes.find((mode) => mode === given);
  if (policy === undefined) {
    const line = definition.fields.get("policy")?.line ?? 1;
    throw new WrongDefinition(line, `\`policy\` must be one of ${permissionModes.join(", ")}`);
  }
  return trusted || definition.origin === "own" ? policy : narrowerMode(policy, "ask");
}

/** A called agent's mode, which is never more permissive than its caller's. */
export function modeOf({ policy }: Pick<AgentFile, "policy">, caller: PermissionMode): PermissionMode {
  return narrowerMode(policy ?? caller, caller);
}
