/**
 * What a restore does with the documents of a backup, by kind. Policy belongs to the server and not to its log:
 *
 * - `data`: comes back with the sessions that it describes.
 * - `policy`: grants, allows or starts something. The server's own stay in force; a backup's are listed, and only those
 *   that the owner selects come back.
 * - `current`: where this server stands. Never comes from a backup.
 * - `both`: only takes something away. The server's own and the backup's hold.
 * - `dropped`: true only for the log as it was at that moment. Neither the server's own nor the backup's is kept.
 */
type Treatment = "data" | "policy" | "current" | "both" | "dropped";

const treatments: Readonly<Record<string, Treatment>> = {
  /** Names by which agent programs know the sessions. */
  native_session: "data",
  /** Messages between agents that have no answer yet. */
  exchange: "data",
  /** Earlier restores, by which stale cursors are told. */
  restored: "data",
  /** Written to see whether the disk takes anything. */
  probe: "data",
  device: "policy",
  trust: "policy",
  permission_rule: "policy",
  agent_override: "policy",
  agent_policy: "policy",
  budget: "policy",
  mission: "policy",
  schedule: "policy",
  /** Devices whose messages, missions and schedules are not carried out any more. */
  revoked_device: "both",
  /** How often an agent was prompted by its own idle prompt. */
  idle_prompt: "current",
  /** The permission mode that each session is in: a restored session starts in its agent's own. */
  permission_mode: "current",
  /** Prompts on their way to their agent: a restored one may have been carried out since the backup. */
  undelivered_prompt: "dropped",
};

/** A kind that nobody listed may grant something. */
export function treatmentOf(kind: string): Treatment {
  return Object.hasOwn(treatments, kind) ? (treatments[kind] as Treatment) : "policy";
}
