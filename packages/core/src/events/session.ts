import { z } from "zod";
import { type PermissionMode, permissionModes } from "../backend/backend.ts";
import { addChange, addRemark } from "../conversation/add.ts";
import { agentState, setAgent } from "../conversation/agents.ts";
import { baseOf, type EntryBase } from "../conversation/entry.ts";
import { report } from "../conversation/fault.ts";
import { isTooDeep } from "../json-depth.ts";
import { defineEntry, defineEvent, eventGroup } from "./define.ts";
import { type Actor, actor, anything, id, oneOf, optional, text } from "./fields.ts";
import type { Queue } from "./queue.ts";
import type { TodoItem } from "./work.ts";

/** The session: its agents' capabilities and settings. */

const choice = z.object({ id, name: text, description: optional(text) });
export type Choice = z.infer<typeof choice>;

const command = z.object({
  name: id,
  description: optional(text),
  input: optional(z.object({ hint: optional(text) }).nullable()),
});
export type SlashCommand = z.infer<typeof command>;

export interface AgentState {
  readonly modes: readonly Choice[];
  readonly models: readonly Choice[];
  readonly commands: readonly SlashCommand[];
  /** The mode that was reported last: one of Polylog's, or one of the agent's own. */
  readonly currentModeId: string | null;
  /** Its permissions without asking, whatever its own mode is; null until they are reported. */
  readonly permissionMode: PermissionMode | null;
  readonly currentModelId: string | null;
  readonly capabilities: unknown;
  readonly context: ContextUsage | null;
  readonly todos: readonly TodoItem[];
  readonly queue: Queue;
}

export interface ContextUsage {
  readonly usedTokens: number;
  readonly windowTokens: number | null;
  readonly messageCount: number | null;
  readonly compressed: boolean;
}

/** Recorded each time something changes, so that the history can be read; not shown in the conversation. */
export interface MetaEntry extends EntryBase {
  readonly kind: "meta";
  readonly modes: readonly Choice[];
  readonly models: readonly Choice[];
  readonly commands: readonly SlashCommand[];
  readonly currentModeId: string | null;
  readonly currentModelId: string | null;
}

export interface ModeChangeEntry extends EntryBase {
  readonly kind: "mode_change";
  readonly previousModeId: string | null;
  readonly newModeId: string;
  readonly by: Actor | null;
}

export interface ModelChangeEntry extends EntryBase {
  readonly kind: "model_change";
  readonly previousModelId: string | null;
  readonly newModelId: string;
  readonly by: Actor | null;
}

declare module "../conversation/entry.ts" {
  interface EntryKinds {
    meta: MetaEntry;
    mode_change: ModeChangeEntry;
    model_change: ModelChangeEntry;
  }
}

const noAgent = "";

function sameJson(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** The permission mode that applies if the reported mode is one of the agent's own, or is merely named like one of Polylog's. */
const permissionMode = optional(oneOf(permissionModes));

function permissionAfter(
  before: AgentState,
  modeId: string | null,
  reported: PermissionMode | undefined,
): PermissionMode | null {
  return reported ?? permissionModes.find((known) => known === modeId) ?? before.permissionMode;
}

const sessionMeta = defineEvent({
  type: "session_meta",
  scope: "session",
  payload: {
    modes: optional(z.array(choice)),
    models: optional(z.array(choice)),
    commands: optional(z.array(command)),
    currentModeId: optional(id),
    permissionMode,
    currentModelId: optional(id),
    capabilities: optional(anything),
  },
  fold: (draft, event) => {
    const agentId = event.agentId ?? noAgent;
    const before = agentState(draft, agentId);
    const meta = {
      modes: event.modes ?? before.modes,
      models: event.models ?? before.models,
      commands: event.commands ?? before.commands,
      currentModeId: event.currentModeId ?? before.currentModeId,
      currentModelId: event.currentModelId ?? before.currentModelId,
    };
    const tooDeep = isTooDeep(event.capabilities);
    if (tooDeep) report(draft, "too_deep", event.seq, agentId);
    const capabilities = tooDeep ? before.capabilities : (event.capabilities ?? before.capabilities);
    const mode = permissionAfter(before, event.currentModeId ?? null, event.permissionMode);
    setAgent(draft, agentId, { ...meta, permissionMode: mode, capabilities });
    const { modes, models, commands, currentModeId, currentModelId } = before;
    const unchanged = sameJson(meta, { modes, models, commands, currentModeId, currentModelId });
    if (!unchanged) addRemark(draft, event, { ...baseOf(event, "meta"), ...meta });
  },
});

const modeChange = defineEvent({
  type: "mode_change",
  scope: "session",
  payload: { modeId: id, permissionMode, by: optional(actor) },
  fold: (draft, event) => {
    const agentId = event.agentId ?? noAgent;
    const before = agentState(draft, agentId);
    const { currentModeId: previousModeId } = before;
    const mode = permissionAfter(before, event.modeId, event.permissionMode);
    setAgent(draft, agentId, { currentModeId: event.modeId, permissionMode: mode });
    if (previousModeId === event.modeId) return;
    addChange(draft, event, {
      ...baseOf(event, "mode_change"),
      ...{ previousModeId, newModeId: event.modeId, by: event.by ?? null },
    });
  },
});

/** The model of a `model_change` that returns to the agent's default model. */
export const DEFAULT_MODEL = "default";

const modelChange = defineEvent({
  type: "model_change",
  scope: "session",
  payload: { modelId: id, by: optional(actor) },
  fold: (draft, event) => {
    const agentId = event.agentId ?? noAgent;
    const previousModelId = agentState(draft, agentId).currentModelId;
    if (previousModelId === event.modelId) return;
    setAgent(draft, agentId, { currentModelId: event.modelId });
    addChange(draft, event, {
      ...baseOf(event, "model_change"),
      ...{ previousModelId, newModelId: event.modelId, by: event.by ?? null },
    });
  },
});

const commandsUpdate = defineEvent({
  type: "commands_update",
  scope: "session",
  payload: { commands: z.array(command) },
  fold: (draft, event) => setAgent(draft, event.agentId ?? noAgent, { commands: event.commands }),
});

const title = defineEvent({
  type: "title",
  scope: "session",
  payload: { title: text, source: optional(z.enum(["auto", "user", "agent"])), by: optional(actor) },
  supersededKey: () => "title",
  supersedes: () => ["title"],
  fold: (draft, event) => {
    draft.title = event.title;
  },
});

export const session = eventGroup(
  [sessionMeta, modeChange, modelChange, commandsUpdate, title],
  [
    defineEntry("meta", () => ({ icon: "session", tone: "quiet", text: "Session ready" })),
    defineEntry("mode_change", (entry) => ({
      icon: "mode",
      tone: "quiet",
      text: `Mode: ${entry.newModeId}`,
    })),
    defineEntry("model_change", (entry) => ({
      icon: "model",
      tone: "quiet",
      text: `Model: ${entry.newModelId}`,
    })),
  ],
);
