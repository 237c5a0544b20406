import { agentRoutes, projectRoutes } from "@polylog/core";
import { handle } from "./handler.ts";

/** Routes for a project's files and agents. */
export const projectHandlers = [
  handle(projectRoutes.tree, async ({ query }, { services }) => ({
    entries: await services.workspace.tree(query.projectRoot, query.path),
  })),
  handle(projectRoutes.file, ({ query }, { services }) =>
    services.workspace.file(query.projectRoot, query.path),
  ),
  handle(projectRoutes.changes, ({ query }, { services }) => services.workspace.changesSince(query)),
  handle(agentRoutes.list, ({ query }, { services }) =>
    services.agents.list({ projectRoot: query.projectRoot, refresh: query.refresh ?? false }),
  ),
  handle(agentRoutes.policy, async ({ query }, { services }) => ({
    policy: await services.policies.of(query.projectRoot),
  })),
  handle(agentRoutes.setPolicy, async ({ body: { projectRoot, ...policy } }, { services }) => ({
    policy: await services.policies.set(projectRoot, policy),
  })),
];
