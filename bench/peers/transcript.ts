/** What was said and done, in a form that every contestant's own state can be brought to: all must agree. */
export interface Transcript {
  /** Messages of people and agents, in their order. */
  readonly said: readonly string[];
  readonly thoughts: readonly string[];
  /** Call id and result, in the order of the calls. */
  readonly results: readonly (readonly [string, string])[];
}

/** Collects a transcript. Empty texts are left out: some contestants make a message for a bare tool call. */
export class TranscriptBuilder implements Transcript {
  readonly said: string[] = [];
  readonly thoughts: string[] = [];
  readonly results: [string, string][] = [];

  say(role: string, text: string): void {
    if (text !== "") this.said.push(`${role}: ${text}`);
  }

  think(text: string): void {
    if (text !== "") this.thoughts.push(text);
  }

  finish(callId: string, result: string): void {
    this.results.push([callId, result]);
  }
}
