/** Messages and tool results in a form that every contestant's state can be converted to. All must agree. */
export interface Transcript {
  /** Messages of people and agents, in order. */
  readonly said: readonly string[];
  readonly thoughts: readonly string[];
  /** Call id and result, in the order of the calls. */
  readonly results: readonly (readonly [string, string])[];
}

/** Collects a transcript. Leaves out empty texts, because some contestants create a message for a bare tool call. */
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
