import { agentRoutes, projectRoutes } from "@polylog/core";
import { handle } from "./handler.ts";

/** A project's files, and its agents. */
export const projectHandlers = [
  handle(projectRoutes.tree, async ({ query }, { service }) => ({
    entries: await service.tree(query.projectRoot, query.path),
  })),
  handle(projectRoutes.file, ({ query }, { service }) => service.file(query.projectRoot, query.path)),
  handle(projectRoutes.changes, ({ query }, { service }) => service.changesSince(query)),
  handle(agentRoutes.list, ({ query }, { service }) =>
    service.agents({ projectRoot: query.projectRoot, refresh: query.refresh === "1" }),
  ),
  handle(agentRoutes.policy, async ({ query }, { service }) => ({
    policy: await service.policy(query.projectRoot),
  })),
  handle(agentRoutes.setPolicy, async ({ body: { projectRoot, ...policy } }, { service }) => ({
    policy: await service.setPolicy(projectRoot, policy),
  })),
];
