import type { AgentInfo } from "@polylog/client";
import { useAgents } from "../data/agents.ts";
import { lastProject } from "../data/last-choices.ts";
import { useStore } from "../store/store.ts";
import { useProjects } from "./project-field.tsx";

/**
 * Where a new session begins as long as nobody names a folder: in the agent's own project, so that a demo touches
 * nobody's files; else where the last one was begun.
 */
export function useDefaultFolder(agent: AgentInfo | null): string {
  const { agents } = useAgents();
  const projects = useProjects();
  const remembered = useStore(lastProject);
  const own = new Set(agents.map(({ projectRoot }) => projectRoot));
  const known = [remembered, ...projects].find((path) => path !== "" && !own.has(path));
  return agent?.projectRoot ?? known ?? "";
}
