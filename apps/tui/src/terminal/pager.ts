import type { Line } from "../text/style.ts";
import type { Encoder } from "./encode.ts";
import { Screen } from "./screen.ts";

export interface PagerOptions {
  readonly write: (text: string) => void;
  readonly encoder: Encoder;
}

/** The alternate screen, as in `less`: closing it restores the first screen. */
export class Pager {
  private readonly options: PagerOptions;
  private screen: Screen | null = null;

  constructor(options: PagerOptions) {
    this.options = options;
  }

  get isOpen(): boolean {
    return this.screen !== null;
  }

  draw(lines: readonly Line[], columns: number): void {
    if (this.screen === null) {
      this.options.write("\x1b[?1049h\x1b[2J\x1b[H");
      this.screen = new Screen(columns, {
        ...this.options,
        reflows: false,
        synchronized: true,
        shifts: true,
      });
    }
    this.screen.draw({ settled: [], live: lines, cursor: null });
  }

  resize(): void {
    if (this.screen === null) return;
    this.options.write("\x1b[2J\x1b[H");
    this.screen.forget();
  }

  close(): void {
    if (this.screen === null) return;
    this.screen = null;
    this.options.write("\x1b[?1049l\x1b[?25h");
  }
}
