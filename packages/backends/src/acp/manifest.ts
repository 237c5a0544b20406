import type { BackendManifest, DetectedAgent, Machine } from "../manifest.ts";
import { acpBackend } from "./backend.ts";
import { type Preset, presets } from "./presets.ts";

/** Agents that speak ACP, as they are found on a machine. Nothing is started to find them. */
export const acpManifest: BackendManifest = {
  backend: acpBackend,
  detect: async (machine) => {
    const found = await Promise.all(presets.map((preset) => look(machine, preset)));
    return found.filter((agent) => agent !== null);
  },
};

/** Whether a login is needed only the agent itself knows: it says so when it is first used. */
async function look(machine: Machine, preset: Preset): Promise<DetectedAgent | null> {
  const { id, command: name, install } = preset;
  const command = await machine.findProgram(name);
  const settings = { backend: "acp", options: { preset: id } };
  if (command !== null) return { id, settings: { ...settings, command }, available: true };
  if (preset.isSuggested !== true) return null;
  return { id, settings, available: false, reason: `${name} was not found. Install it with: ${install}` };
}
