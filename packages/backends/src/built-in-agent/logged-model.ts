/**
 * A setting that a person may change in the log at any time, and the agent too: whoever spoke last counts. What the
 * agent says takes a moment to get into the log; until then the log still shows what was before.
 */
export class LoggedModel {
  private readonly read: () => string | null;
  private value: string;
  private seen: string | null;

  constructor(initial: string, read: () => string | null) {
    this.read = read;
    this.value = initial;
    this.seen = read();
  }

  get(): string {
    const logged = this.read();
    if (logged !== null && logged !== this.seen) {
      this.value = logged;
      this.seen = logged;
    }
    return this.value;
  }

  set(value: string): void {
    this.value = value;
    this.seen = this.read();
  }
}
