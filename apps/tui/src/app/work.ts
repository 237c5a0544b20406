/** Who takes a new session, and where. */
export interface Work {
  readonly projectRoot: string;
  /** Null: the server's default. */
  readonly agentId: string | null;
}
