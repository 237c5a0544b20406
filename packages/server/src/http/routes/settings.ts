import { settingRoutes, type TrustedFolder, trustRoutes } from "@polylog/core";
import { configJsonSchema } from "../../config/config-schema.ts";
import type { ProjectState } from "../../config/project-config.ts";
import { agentsWithFullAccess, FULL_ACCESS, fullAccess } from "./confirm.ts";
import { handle } from "./handler.ts";

function toFolder(state: ProjectState): TrustedFolder {
  return { ...state, trusted: state.trustedTs !== null };
}

export const settingHandlers = [
  handle(settingRoutes.get, (_, { service }) => service.settings()),
  handle(
    settingRoutes.change,
    ({ body }, { service }) => service.changeSettings(body),
    async ({ body }, { service }) => {
      const before = new Set(agentsWithFullAccess(await service.settings()));
      const added = agentsWithFullAccess(body).filter((agentId) => !before.has(agentId));
      if (added.length === 0) return null;
      const names = added.map((agentId) => `"${agentId}"`).join(", ");
      return fullAccess(`${added.length === 1 ? "the agent" : "the agents"} ${names} by default`, "Each");
    },
  ),
  handle(settingRoutes.schema, () => configJsonSchema()),
  handle(settingRoutes.override, async ({ query }, { service }) => ({
    override: await service.override(query.projectRoot, query.agentId),
  })),
  handle(
    settingRoutes.setOverride,
    async ({ body }, { service, who }) => {
      const given = {
        model: body.model || undefined,
        permissionMode: body.permissionMode ?? undefined,
        instructions: body.instructions || undefined,
        idlePrompt: body.idlePrompt || undefined,
        enabled: body.enabled ?? undefined,
      };
      return { override: await service.setOverride(body.projectRoot, body.agentId, given, who) };
    },
    async ({ body }, { service }) => {
      if (body.permissionMode !== FULL_ACCESS) return null;
      const before = await service.override(body.projectRoot, body.agentId);
      if (before?.permissionMode === FULL_ACCESS) return null;
      return fullAccess(`the agent "${body.agentId}" in ${body.projectRoot}`, "It");
    },
  ),
  handle(trustRoutes.list, async ({ query }, { service }) => ({
    folders: (await service.trust(query.projectRoot)).map(toFolder),
  })),
  handle(trustRoutes.set, async ({ body }, { service }) =>
    toFolder(await service.setTrust(body.projectRoot, body.trusted, body.digest)),
  ),
];
