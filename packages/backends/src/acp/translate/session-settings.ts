import type { Choice, PermissionMode } from "@polylog/core";
import {
  acpModes,
  defined,
  isPermissionMode,
  isPlanningMode,
  modeNames,
  permissionModes,
  planningModes,
} from "@polylog/core";
import { type Native, nameOf, recordOf, recordsOf, textOf } from "../../connection/native-value.ts";
import { limits } from "../limits.ts";

/** The modes and models that an agent offers, in any of the protocol's formats. */
export interface SessionSettings {
  readonly modes: readonly Choice[];
  readonly currentMode: string | null;
  readonly models: readonly Choice[];
  readonly currentModel: string | null;
  /** The option that sets the mode, or the model; null if a separate method sets it. */
  readonly modeOption: string | null;
  readonly modelOption: string | null;
  /** A separate option that turns planning on and off; null if the agent has no such option. */
  readonly planOption: PlanOption | null;
}

interface PlanOption {
  readonly id: string;
  readonly plan: string;
  readonly usual: string;
  readonly isOn: boolean;
}

export const noSettings: SessionSettings = {
  ...{ modes: [], currentMode: null, models: [], currentModel: null, modeOption: null, modelOption: null },
  planOption: null,
};

/** Reads the response to `session/new`, `session/load` or `session/resume`, or an update of the options. */
export function readSettings(before: SessionSettings, value: Native): SessionSettings {
  const modes = recordOf(value.modes);
  const models = recordOf(value.models);
  const named: SessionSettings = {
    ...before,
    ...(value.modes === undefined
      ? {}
      : choicesOf("modes", "currentMode", recordsOf(modes.availableModes), "id")),
    ...defined({ currentMode: nameOf(modes.currentModeId) }),
    ...(value.models === undefined
      ? {}
      : choicesOf("models", "currentModel", recordsOf(models.availableModels), "modelId")),
    ...defined({ currentModel: nameOf(models.currentModelId) }),
  };
  const options = recordsOf(value.configOptions);
  const mode = options.find(isAbout("mode"));
  const model = options.find(isAbout("model"));
  return {
    ...named,
    ...(mode === undefined
      ? {}
      : { modes: valuesOf(mode), currentMode: nameOf(mode.currentValue), modeOption: nameOf(mode.id) }),
    ...(model === undefined
      ? {}
      : { models: valuesOf(model), currentModel: nameOf(model.currentValue), modelOption: nameOf(model.id) }),
    ...(options.length === 0
      ? {}
      : { planOption: options.map(planOptionOf).find((option) => option !== null) ?? null }),
  };
}

/** Codex's adapter has a collaboration mode in addition to its sandbox modes. One of its values is planning. */
function planOptionOf(option: Native): PlanOption | null {
  const id = nameOf(option.id);
  if (id === null || !id.endsWith("_mode") || isAbout("mode")(option)) return null;
  const values = valuesOf(option).map((value) => value.id);
  const plan = values.find(isPlanningMode);
  const usual = values.find((value) => !isPlanningMode(value));
  return plan === undefined || usual === undefined
    ? null
    : { id, plan, usual, isOn: option.currentValue === plan };
}

function isAbout(category: string): (option: Native) => boolean {
  return (option) =>
    (nameOf(option.category) ?? option.id) === category && (option.type ?? "select") === "select";
}

/** An option's values as a flat list: some agents group them. */
function valuesOf(option: Native): Choice[] {
  const values = recordsOf(option.options).flatMap((value) =>
    nameOf(value.value) === null ? recordsOf(value.options) : [value],
  );
  return values.slice(0, limits.models).flatMap((value) => choiceOf(value, "value"));
}

function choicesOf(
  all: "modes" | "models",
  current: "currentMode" | "currentModel",
  values: readonly Native[],
  key: string,
): Partial<SessionSettings> {
  return { [all]: values.slice(0, limits.models).flatMap((value) => choiceOf(value, key)), [current]: null };
}

function choiceOf(value: Native, key: string): Choice[] {
  const id = nameOf(value[key]);
  const description = textOf(value.description)?.slice(0, limits.descriptionChars);
  return id === null ? [] : [{ id, name: nameOf(value.name) ?? id, ...(description ? { description } : {}) }];
}

/**
 * The agent's modes that each of our modes maps to, best match first. The agent asks in every mode but full access,
 * and Polylog decides; only planning is also a mode of the agent. If the modes are sandboxes, only the widest one
 * gives access to the whole machine.
 */
const asking = [
  "default",
  "ask",
  "manual",
  "approve",
  "read-only",
  "readonly",
  "code",
  "build",
  `${acpModes}agent`,
];
const named: Readonly<Record<PermissionMode, readonly string[]>> = {
  ask: asking,
  accept_edits: asking,
  full: ["agent-full-access", ...asking],
  plan: planningModes,
};

/** The agent's mode for one of ours; null if it has none. If planning is a separate option, the mode is one that asks. */
export function nativeMode(settings: SessionSettings, mode: PermissionMode): string | null {
  const usable = settings.modes.filter((choice) => !answersOnly(choice));
  const known = new Map(usable.map(({ id }) => [id.toLowerCase(), id]));
  const names = mode === "plan" && settings.planOption !== null ? [...planningModes, ...asking] : named[mode];
  const wanted = names.find((name) => known.has(name));
  return wanted === undefined ? null : (known.get(wanted) ?? null);
}

/** A mode named "ask" in which the agent only explains and changes nothing, as in Kilo Code and Cursor. */
function answersOnly({ id, description = "" }: Choice): boolean {
  return (
    id === "ask" && /\bwithout (?:making )?(?:any )?changes\b|\bno edits\b|\bread-only\b/i.test(description)
  );
}

export function plans({ currentMode, planOption }: SessionSettings): boolean {
  return planOption?.isOn === true || (currentMode !== null && isPlanningMode(currentMode));
}

export function canPlan(settings: SessionSettings): boolean {
  return settings.planOption !== null || nativeMode(settings, "plan") !== null;
}

/**
 * The modes to choose from: ours, with planning if the agent supports it, then the agent's. One with the name of one
 * of ours replaces it.
 */
export function offeredModes(settings: SessionSettings): Choice[] {
  const ours = permissionModes
    .filter((mode) => mode !== "plan" || canPlan(settings))
    .map((mode) => {
      const own = settings.modes.find((choice) => choice.id === mode && !answersOnly(choice));
      return own ?? { id: mode, name: modeNames[mode].name };
    });
  return [...ours, ...settings.modes.filter(({ id }) => !isPermissionMode(id))];
}

/** The agent's ID for a model, found by ID, by name, or by the ID without its provider if that is unambiguous. */
export function modelNamed(models: readonly Choice[], wanted: string): string {
  const exact = models.find(({ id, name }) => id === wanted || name === wanted);
  const alike = models.filter(({ id }) => id.split("/").at(-1) === wanted);
  return exact?.id ?? (alike.length === 1 ? (alike[0]?.id ?? wanted) : wanted);
}
