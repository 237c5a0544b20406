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

/** An agent that a file describes, for work that is given away. */
export interface AgentFile {
  readonly name: string;
  readonly description: string;
  readonly model: string | null;
  /** The tools it may use; all where it is null. */
  readonly tools: readonly string[] | null;
  /** How much it may do at most; as much as who calls it where it is null. */
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
    throw new WrongDefinition(line, `\`policy\` is one of ${permissionModes.join(", ")}`);
  }
  return trusted || definition.origin === "own" ? policy : narrowerMode(policy, "ask");
}

/** The mode that an agent works in when it is called by one that works in another: never a wider one. */
export function modeOf({ policy }: Pick<AgentFile, "policy">, caller: PermissionMode): PermissionMode {
  return narrowerMode(policy ?? caller, caller);
}
