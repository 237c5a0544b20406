import type { PermissionMode } from "@polylog/core";
import type { EventStore } from "../store/store.ts";
import type { AgentDirectory } from "./agent-directory.ts";
import { Overrides, withOverride } from "./overrides.ts";

/** The permission mode from the configuration and the project's settings; the most careful mode for an unknown agent. */
export type ConfiguredMode = (agentId: string, projectRoot: string) => Promise<PermissionMode>;

export function configuredModes(
  agents: Pick<AgentDirectory, "find">,
  store: Pick<EventStore, "document" | "documents" | "commit">,
): ConfiguredMode {
  const overrides = new Overrides(store);
  return async (agentId, projectRoot) => {
    const found = await agents.find(agentId, projectRoot).catch(() => null);
    if (found === null) return "ask";
    const override = await overrides.of(projectRoot, agentId);
    return withOverride(found.settings, override).permissionMode ?? "ask";
  };
}
