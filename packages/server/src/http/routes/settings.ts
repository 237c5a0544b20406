import { settingRoutes, type TrustedFolder, trustRoutes } from "@polylog/core";
import { configJsonSchema } from "../../config/config-schema.ts";
import type { ProjectState } from "../../config/project-config.ts";
import { agentsWithFullAccess, FULL_ACCESS, fullAccess } from "./confirm.ts";
import { handle } from "./handler.ts";

function toFolder(state: ProjectState): TrustedFolder {
  return { ...state, trusted: state.trustedTs !== null };
}

export const settingHandlers = [
  handle(settingRoutes.get, (_, { services }) => services.settings.read()),
  handle(
    settingRoutes.change,
    ({ body }, { services }) => services.settings.change(body),
    async ({ body }, { services }) => {
      const before = new Set(agentsWithFullAccess(await services.settings.read()));
      const added = agentsWithFullAccess(body).filter((agentId) => !before.has(agentId));
      if (added.length === 0) return null;
      const names = added.map((agentId) => `"${agentId}"`).join(", ");
      return fullAccess(`${added.length === 1 ? "the agent" : "the agents"} ${names} by default`, "Each");
    },
  ),
  handle(settingRoutes.schema, () => configJsonSchema()),
  handle(settingRoutes.override, async ({ query }, { services }) => ({
    override: await services.agents.override(query.projectRoot, query.agentId),
  })),
  handle(
    settingRoutes.setOverride,
    async ({ body }, { services, who }) => {
      const override = {
        model: body.model || undefined,
        permissionMode: body.permissionMode ?? undefined,
        instructions: body.instructions || undefined,
        idlePrompt: body.idlePrompt || undefined,
        enabled: body.enabled ?? undefined,
      };
      return { override: await services.agents.setOverride(body.projectRoot, body.agentId, override, who) };
    },
    async ({ body }, { services }) => {
      if (body.permissionMode !== FULL_ACCESS) return null;
      const before = await services.agents.override(body.projectRoot, body.agentId);
      if (before?.permissionMode === FULL_ACCESS) return null;
      return fullAccess(`the agent "${body.agentId}" in ${body.projectRoot}`, "It");
    },
  ),
  handle(trustRoutes.list, async ({ query }, { services }) => ({
    folders: (await services.projectTrust.list(query.projectRoot)).map(toFolder),
  })),
  handle(trustRoutes.set, async ({ body }, { services }) =>
    toFolder(await services.projectTrust.set(body.projectRoot, body.trusted, body.digest)),
  ),
];
