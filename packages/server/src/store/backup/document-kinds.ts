/**
 * How a restore treats the documents of a backup, by kind. Policy belongs to the server and not to its log:
 *
 * - `data`: restored with the sessions that it describes.
 * - `policy`: grants, allows or starts something. The server's own stay active; a backup's are listed, and only those that
 *   the owner selects are restored.
 * - `current`: the state of this server. Never restored from a backup.
 * - `both`: only revokes something. The server's own and the backup's are combined.
 * - `dropped`: valid only for the log at that moment. Neither the server's own nor the backup's is kept.
 */
type Treatment = "data" | "policy" | "current" | "both" | "dropped";

const treatments: Readonly<Record<string, Treatment>> = {
  /** The agent programs' own ids of sessions. */
  native_session: "data",
  /** When sessions were imported. */
  imported_session: "data",
  /** Messages between agents that are not answered yet. */
  exchange: "data",
  /** Earlier restores, which identify stale cursors. */
  restored: "data",
  /** Written to check whether the disk is writable. */
  probe: "data",
  device: "policy",
  trust: "policy",
  permission_rule: "policy",
  agent_override: "policy",
  agent_policy: "policy",
  budget: "policy",
  mission: "policy",
  schedule: "policy",
  /** Devices whose messages, missions and schedules no longer run. */
  revoked_device: "both",
  /** How often an agent was prompted by its own idle prompt. */
  idle_prompt: "current",
  /** The permission mode of each session. A restored session starts in its agent's configured mode. */
  permission_mode: "current",
  /** Prompts in delivery to their agent: a restored one may have been executed since the backup. */
  undelivered_prompt: "dropped",
};

/** An unlisted kind is treated as policy, because it may grant something. */
export function treatmentOf(kind: string): Treatment {
  return Object.hasOwn(treatments, kind) ? (treatments[kind] as Treatment) : "policy";
}
