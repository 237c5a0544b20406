import path from "node:path";
import { defined } from "@polylog/core";
import { nameOf, recordOf } from "../connection/native-value.ts";
import { missingProgram, programState } from "../detect/program-state.ts";
import { readJson } from "../detect/read-json.ts";
import type { BackendManifest, DetectedAgent, Machine } from "../manifest.ts";
import { agentFolder } from "./agent-folder.ts";
import { isKey } from "./arguments.ts";
import { piBackend } from "./backend.ts";
import { installedVersion } from "./version.ts";

const install = "npm install -g --ignore-scripts @earendil-works/pi-coding-agent";
const logIn =
  "Not logged in. Run `pi` and enter /login, or set a provider's key in the environment, for example: export ANTHROPIC_API_KEY=…";

/** Detects the Pi that is installed on a machine. */
export const piManifest: BackendManifest = {
  backend: piBackend,
  detect: async (machine): Promise<readonly DetectedAgent[]> => {
    const command = await machine.findProgram("pi");
    const agent = { id: "pi", settings: { backend: "pi", ...defined({ command }) } };
    if (command === null) return [{ ...agent, ...missingProgram("pi", install) }];
    // Other programs use the short name, too.
    if ((await installedVersion(command)) === null) {
      const reason = `${command} does not look like the coding agent Pi. If it is, set it as an agent's command.`;
      return [{ id: "pi", settings: { backend: "pi" }, state: "missing", reason }];
    }
    const help = { install, logIn };
    return [{ ...agent, ...(await programState(machine, command, help, () => hasPiLogin(machine))) }];
  },
};

/** Checks each place where Pi stores keys and models. Only Pi knows whether they are still valid. */
export async function hasPiLogin({ env }: Machine): Promise<boolean> {
  if (Object.entries(env).some(([name, value]) => isKey(name) && nameOf(value) !== null)) return true;
  const folder = agentFolder(env);
  const logins = recordOf(await readJson(path.join(folder, "auth.json")));
  const { providers } = recordOf(await readJson(path.join(folder, "models.json")));
  return Object.keys(logins).length > 0 || Object.keys(recordOf(providers)).length > 0;
}
