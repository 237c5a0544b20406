/** How wide the panel beside the talk can be made, in pixels. */
export const limits = {
  leastWidth: 280,
  mostWidth: 880,
  /** What is left to the talk. */
  talkWidth: 400,
  /** A press of an arrow key. */
  step: 16,
} as const;
