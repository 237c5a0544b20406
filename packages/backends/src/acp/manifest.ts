import { missingProgram, programState } from "../detect/program-state.ts";
import type { BackendManifest, DetectedAgent, Machine } from "../manifest.ts";
import { acpBackend } from "./backend.ts";
import { type Login, logins } from "./logins.ts";
import { type Preset, presets } from "./presets.ts";

/** Detects the ACP agents that are installed on a machine. */
export const acpManifest: BackendManifest = {
  backend: acpBackend,
  capabilities: ({ preset }) => ({
    ...acpBackend.capabilities,
    steer: presets.some(({ id, canSteer }) => id === preset && canSteer === true),
  }),
  detect: async (machine) => {
    const found = await Promise.all(presets.map((preset) => look(machine, preset)));
    return found.filter((agent) => agent !== null);
  },
};

/** If an agent's login cannot be detected, the agent reports what it needs on first use. */
const unknownLogin: Login = { logIn: "", isThere: async () => true };

async function look(machine: Machine, preset: Preset): Promise<DetectedAgent | null> {
  const { id, command: name, install } = preset;
  const command = await machine.findProgram(name);
  const settings = { backend: "acp", options: { preset: id } };
  if (command === null) {
    return preset.isSuggested === true ? { id, settings, ...missingProgram(name, install) } : null;
  }
  const agent = { id, settings: { ...settings, command } };
  // Only these agents are known to print their version.
  if (preset.tested === undefined && !Object.hasOwn(logins, id)) return { ...agent, state: "available" };
  const { logIn, isThere } = logins[id] ?? unknownLogin;
  return { ...agent, ...(await programState(machine, command, { install, logIn }, () => isThere(machine))) };
}
