import type { AgentInfo } from "@polylog/client";
import { useAgents } from "../data/agents.ts";
import { lastProject } from "../data/last-choices.ts";
import { useStore } from "../store/store.ts";
import { useProjects } from "./project-field.tsx";

/**
 * The default folder of a new session: the agent's own project, so that the demo agent changes nobody's files, else
 * the folder of the last session.
 */
export function useDefaultFolder(agent: AgentInfo | null): string {
  const { agents } = useAgents();
  const projects = useProjects();
  const remembered = useStore(lastProject);
  const own = new Set(agents.map(({ projectRoot }) => projectRoot));
  const known = [remembered, ...projects].find((path) => path !== "" && !own.has(path));
  return agent?.projectRoot ?? known ?? "";
}
