/** The input of a peer: the pieces of an answer, and null between two answers. */
export function onToken(take: (token: string | null) => void): void {
  process.on("bench-token" as "message", take as (token: unknown) => void);
}
