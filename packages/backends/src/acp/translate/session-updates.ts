import type { EventBody, PermissionMode, SlashCommand } from "@polylog/core";
import { accessIn, defined, isPermissionMode, narrowerMode } from "@polylog/core";
import { countOf, type Native, nameOf, recordOf, recordsOf } from "../../connection/native-value.ts";
import { noEvents } from "../../connection/translation.ts";
import { limits } from "../limits.ts";
import { wordsOf } from "./content.ts";
import { translateReconnect } from "./retry-notices.ts";
import { canPlan, offeredModes, plans, readSettings } from "./session-settings.ts";
import type { AcpState, AcpTranslation } from "./state.ts";

/** Updates about the session itself, which may arrive at any time. */
export const sessionUpdates: Readonly<
  Record<string, (state: AcpState, update: Native) => AcpTranslation | null>
> = {
  available_commands_update: commands,
  current_mode_update: (state, update) => {
    const currentMode = nameOf(update.currentModeId);
    return currentMode === null ? null : changed(state, { ...state.settings, currentMode });
  },
  config_option_update: (state, update) => changed(state, readSettings(state.settings, update)),
  session_info_update: (state, update) => {
    const title = nameOf(update.title);
    return title === null
      ? (translateReconnect(state, update) ?? noEvents(state))
      : { state, events: [{ type: "title", title, source: "agent", agentId: state.agentId }] };
  },
  usage_update: used,
  notice: noticed,
  compaction_update: translateContextCompaction,
  // The update that ends the compaction contains its text.
  compaction_summary_chunk: noEvents,
  state_update: (state, update) => {
    const idle = update.state === "idle" ? update : null;
    return noEvents(state.run === null ? state : { ...state, run: { ...state.run, idle } });
  },
};

function commands(state: AcpState, update: Native): AcpTranslation {
  const known = recordsOf(update.availableCommands).slice(0, limits.commands).flatMap(commandOf);
  const reported = JSON.stringify(known);
  if (reported === state.commands) return noEvents(state);
  const event: EventBody = { type: "commands_update", commands: known, agentId: state.agentId };
  return { state: { ...state, commands: reported }, events: [event] };
}

function commandOf(command: Native): SlashCommand[] {
  const name = nameOf(command.name);
  const description = nameOf(command.description)?.slice(0, limits.descriptionChars);
  const hint = nameOf(recordOf(command.input).hint);
  return name === null
    ? []
    : [
        {
          name,
          ...defined({ description }),
          ...(hint === null ? {} : { input: { hint } }),
        },
      ];
}

/** The available modes or models have changed, or the current ones. */
function changed(state: AcpState, settings: AcpState["settings"]): AcpTranslation {
  const { agentId, settings: before } = state;
  const events: EventBody[] = [];
  const { currentMode, currentModel } = settings;
  // No one could change the model before. A change would also count as chosen, and split a streaming text.
  const introducesModels =
    before.models.length === 0 && before.currentModel === null && settings.models.length > 0;
  if (JSON.stringify(settings.models) !== JSON.stringify(before.models) || settings.modes !== before.modes) {
    const introduced = introducesModels ? defined({ currentModelId: currentModel }) : {};
    events.push({ type: "session_meta", ...offeredSettings(settings), ...introduced, agentId });
  }
  if (currentModel !== null && currentModel !== before.currentModel && !introducesModels) {
    events.push({ type: "model_change", modelId: currentModel, agentId });
  }
  const hasChanged = currentMode !== null && currentMode !== before.currentMode;
  const claim = claimIn(state, settings, hasChanged);
  if (hasChanged) {
    events.push(modeChange(state, currentMode, claim));
  } else if (claim !== state.mode) events.push({ type: "mode_change", modeId: claim, agentId });
  // The agent may reduce its own access. The server decides about a request for more.
  return { state: { ...state, settings, mode: narrowerMode(claim, state.mode) }, events };
}

/** The agent's mode. Our mode is included if it changes, or if the agent's mode has the name of one of ours. */
function modeChange(before: AcpState, modeId: string, mode: PermissionMode): EventBody {
  const isNews = mode !== before.mode || isPermissionMode(modeId);
  const permissionMode = isNews ? { permissionMode: mode } : {};
  return { type: "mode_change", modeId, ...permissionMode, agentId: before.agentId };
}

/**
 * Our mode that the agent's setting implies: planning, the end of planning, or a mode in which it is known not to
 * ask.
 */
function claimIn(
  { mode, usualMode, settings: before }: AcpState,
  settings: AcpState["settings"],
  hasChanged: boolean,
): PermissionMode {
  if (plans(settings)) return "plan";
  const hasLeft = plans(before) || (hasChanged && canPlan(settings));
  if (mode === "plan") return hasLeft ? usualMode : mode;
  if (!hasChanged) return mode;
  const access = accessIn(settings.currentMode ?? "");
  return access === null || narrowerMode(access, mode) === access ? mode : access;
}

/** Our mode after a person has changed the agent's: a planning mode is always our `plan`, whatever its name. */
export function modeIn(before: AcpState, settings: AcpState["settings"]): PermissionMode {
  if (plans(settings)) return "plan";
  return before.mode === "plan" ? before.usualMode : before.mode;
}

export function offeredSettings(settings: AcpState["settings"]) {
  return { modes: offeredModes(settings), models: [...settings.models] };
}

function used(state: AcpState, update: Native): AcpTranslation | null {
  const { run, agentId } = state;
  const usedTokens = countOf(update.used);
  if (usedTokens === null) return null;
  const { amount, currency } = recordOf(update.cost);
  const isDollars = typeof amount === "number" && amount >= 0 && (currency ?? "USD") === "USD";
  const next: AcpState = isDollars ? { ...state, cost: amount } : state;
  if (run === null) return noEvents(next);
  const windowTokens = countOf(update.size);
  const event: EventBody = {
    ...{ type: "context_usage", usedTokens },
    ...defined({ windowTokens }),
    ...{ runId: run.runId, agentId },
  };
  return { state: next, events: [event] };
}

function noticed(state: AcpState, update: Native): AcpTranslation | null {
  const title = nameOf(update.title);
  if (title === null) return null;
  const description = nameOf(update.description);
  const level = update.severity === "warning" || update.severity === "error" ? "warning" : "info";
  const text = description === null ? title : `${title}: ${description}`;
  return { state, events: [{ type: "notice", level, text, agentId: state.agentId }] };
}

function translateContextCompaction(state: AcpState, update: Native): AcpTranslation {
  const { run, agentId } = state;
  if (run === null || update.status !== "completed") return noEvents(state);
  const summary = recordsOf(update.summary)
    .map((block) => wordsOf(block) ?? "")
    .join("");
  const event: EventBody = {
    ...{ type: "compaction", trigger: "auto" as const },
    ...(summary === "" ? {} : { summary }),
    ...{ runId: run.runId, agentId },
  };
  return { state: { ...state, run: { ...run, hasSpoken: true } }, events: [event] };
}
