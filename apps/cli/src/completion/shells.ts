export const shells = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof shells)[number];

/** What the scripts ask for while somebody types. */
export const completionKinds = ["sessions", "agents"] as const;
export type CompletionKind = (typeof completionKinds)[number];
