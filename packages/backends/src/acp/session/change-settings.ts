import { isPermissionMode, type PermissionMode } from "@polylog/core";
import { canPlan, modelNamed, nativeMode, readSettings } from "../translate/session-settings.ts";
import { modeIn } from "../translate/session-updates.ts";
import type { AcpState } from "../translate/state.ts";
import type { AcpProgram } from "./program.ts";

/** The session whose settings change. */
export interface SettingsOwner {
  state: AcpState;
  readonly program: Pick<AcpProgram, "request">;
}

/** Changes the mode, model and options of an agent's session. */
export class SettingsChanger {
  private readonly agentName: string;
  private readonly session: SettingsOwner;

  constructor(agentName: string, session: SettingsOwner) {
    this.agentName = agentName;
    this.session = session;
  }

  async setMode(modeId: string): Promise<void> {
    if (isPermissionMode(modeId)) return this.setPermissionMode(modeId);
    if (!this.settings.modes.some(({ id }) => id === modeId)) throw this.unknownMode(modeId);
    // Polylog's own permissions stay unchanged, unless the mode is a planning mode.
    if (modeId !== this.settings.currentMode) await this.setNativeMode(modeId);
    this.update({ mode: modeIn(this.session.state, this.settings) });
  }

  async setModel(modelId: string): Promise<void> {
    const { models, modelOption } = this.settings;
    const model = modelNamed(models, modelId);
    if (models.length === 0) throw new Error(`${this.agentName} does not offer a choice of models.`);
    if (modelOption === null) await this.request("session/set_model", { modelId: model }, model);
    else await this.setOption(modelOption, model);
    this.update({ settings: { ...this.settings, currentModel: model } });
  }

  setOption(configId: string, value: string | boolean): Promise<void> {
    const typed = typeof value === "boolean" ? { type: "boolean" } : {};
    return this.request("session/set_config_option", { configId, value, ...typed }, value);
  }

  /** Polylog applies the mode even if the agent rejects it. */
  private async setPermissionMode(mode: PermissionMode): Promise<void> {
    this.update({ mode, usualMode: mode === "plan" ? this.session.state.usualMode : mode });
    const lacksPlan = mode === "plan" && !canPlan(this.settings);
    const native = nativeMode(this.settings, lacksPlan ? "ask" : mode);
    if (native !== null && native !== this.settings.currentMode) await this.setNativeMode(native);
    if (lacksPlan) throw this.unknownMode(mode);
    const { planOption } = this.settings;
    if (planOption === null || planOption.isOn === (mode === "plan")) return;
    await this.setOption(planOption.id, mode === "plan" ? planOption.plan : planOption.usual);
  }

  private async setNativeMode(modeId: string): Promise<void> {
    const { currentMode, modeOption } = this.settings;
    const setCurrent = (mode: string | null) =>
      this.update({ settings: { ...this.settings, currentMode: mode } });
    // Set before the request, so that the agent's update, which may arrive before the response, changes nothing.
    setCurrent(modeId);
    try {
      if (modeOption === null) await this.request("session/set_mode", { modeId }, modeId);
      else await this.setOption(modeOption, modeId);
    } catch (error) {
      setCurrent(currentMode);
      throw error;
    }
    setCurrent(modeId);
  }

  private async request(method: string, params: object, value: string | boolean): Promise<void> {
    const { sessionId } = this.session.state;
    const reply = await this.session.program.request(method, { sessionId, ...params });
    if (!reply.ok) throw new Error(`${this.agentName} rejected ${String(value)}: ${reply.message}`);
    this.update({ settings: readSettings(this.settings, reply.result) });
  }

  private get settings() {
    return this.session.state.settings;
  }

  private update(changes: Partial<AcpState>): void {
    this.session.state = { ...this.session.state, ...changes };
  }

  private unknownMode(modeId: string): Error {
    return new Error(`${this.agentName} has no mode ${modeId}. Choose one of its modes.`);
  }
}
