export interface Health {
  readonly ok: boolean;
  readonly version: string;
  /** Why it is not well: a sentence for a person. */
  readonly reason?: string;
  /** What somebody should look at although it works. */
  readonly warnings?: readonly string[];
}
