import type { Choice, SlashCommand } from "@polylog/core";
import { modeChoices } from "../connection/mode-choices.ts";
import { type Native, nameOf, recordsOf } from "../connection/native-value.ts";
import { limits } from "./limits.ts";

/** The program's commands, models and modes, from its initialization. */
export function readMeta(response: Native): {
  readonly modes: Choice[];
  readonly models: Choice[];
  readonly commands: SlashCommand[];
} {
  return {
    modes: [...modeChoices],
    models: recordsOf(response.models)
      .slice(0, limits.models)
      .flatMap((model) => {
        const id = nameOf(model.value);
        return id === null ? [] : [{ id, name: nameOf(model.displayName) ?? id, ...described(model) }];
      }),
    commands: recordsOf(response.commands)
      .slice(0, limits.commands)
      .flatMap((command) => {
        const name = nameOf(command.name);
        const hint = nameOf(command.argumentHint);
        return name === null
          ? []
          : [{ name, ...described(command), ...(hint === null ? {} : { input: { hint } }) }];
      }),
  };
}

function described({ description }: Native): { description?: string } {
  const text = nameOf(description);
  return text === null ? {} : { description: text.slice(0, limits.descriptionChars) };
}
