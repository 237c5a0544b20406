/** What is drawn of formulas. */
export const limits = {
  /** Characters of one; a longer one is shown as it was written. */
  formulaChars: 10_000,
  /** How large anything in it may be made, in em. */
  formulaEm: 20,
  /** Macros that are expanded. */
  formulaSteps: 1000,
} as const;
