import { type Choice, defined, type EventBody, type SlashCommand } from "@polylog/core";
import { modeChoices } from "../connection/mode-choices.ts";
import { type Native, nameOf, recordOf, recordsOf } from "../connection/native-value.ts";
import { limits } from "./limits.ts";
import { modelName } from "./translate/usage.ts";

/** Pi has this slash command only in its terminal. In its protocol it is a request. */
const compact: SlashCommand = {
  name: "compact",
  description: "Summarize the conversation to free up context",
  input: { hint: "what to keep" },
};

/** The program's commands, models and modes, from its first replies. */
export function readMeta(state: Native, models: Native, commands: Native, agentId: string): EventBody {
  const currentModelId = nameOfModel(recordOf(state.model));
  return {
    type: "session_meta",
    modes: [...modeChoices],
    models: recordsOf(models.models)
      .slice(0, limits.models)
      .flatMap((model): Choice[] => {
        const id = nameOfModel(model);
        return id === null ? [] : [{ id, name: nameOf(model.name) ?? id }];
      }),
    commands: [compact, ...recordsOf(commands.commands).slice(0, limits.commands).flatMap(readCommand)],
    ...defined({ currentModelId }),
    agentId,
  };
}

/** A model by its provider and name, or by its name alone if that is unique. */
export function modelNamed({ models }: Native, name: string): Native | null {
  const known = recordsOf(models);
  const exact = known.find((model) => nameOfModel(model) === name);
  const [only, another] = known.filter(({ id }) => id === name);
  return exact ?? (another === undefined ? (only ?? null) : null);
}

function nameOfModel({ provider, id }: Native): string | null {
  return modelName({ provider, model: id });
}

function readCommand(command: Native): SlashCommand[] {
  const name = nameOf(command.name);
  const description = nameOf(command.description)?.slice(0, limits.descriptionChars);
  return name === null ? [] : [{ name, ...defined({ description }) }];
}
