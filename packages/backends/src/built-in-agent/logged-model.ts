/**
 * A setting that both a person (through the log) and the agent can change at any time: the last change wins. The
 * agent's change takes a moment to reach the log, and until then the log still shows the old value.
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
