export const shells = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof shells)[number];

/** The candidates that the scripts request while a person types. */
export const completionKinds = ["sessions", "agents"] as const;
export type CompletionKind = (typeof completionKinds)[number];
