import { missingProgram, programState } from "../detect/program-state.ts";
import type { BackendManifest, DetectedAgent, Machine } from "../manifest.ts";
import { acpBackend } from "./backend.ts";
import { type Login, logins } from "./logins.ts";
import { type Preset, presets } from "./presets.ts";

/** Agents that speak ACP, as they are found on a machine. */
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

/** Where nothing is known of an agent's login, it says itself what it needs when it is first used. */
const unknownLogin: Login = { logIn: "", isThere: async () => true };

async function look(machine: Machine, preset: Preset): Promise<DetectedAgent | null> {
  const { id, command: name, install } = preset;
  const command = await machine.findProgram(name);
  const settings = { backend: "acp", options: { preset: id } };
  if (command === null) {
    return preset.isSuggested === true ? { id, settings, ...missingProgram(name, install) } : null;
  }
  const agent = { id, settings: { ...settings, command } };
  // Only of these is it known that they say their version.
  if (preset.tested === undefined && !Object.hasOwn(logins, id)) return { ...agent, state: "available" };
  const { logIn, isThere } = logins[id] ?? unknownLogin;
  return { ...agent, ...(await programState(machine, command, { install, logIn }, () => isThere(machine))) };
}
