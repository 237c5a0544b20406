import type { Page } from "playwright";

/** One picture of the tour, and how long it is shown. */
export interface Frame {
  readonly caption: string;
  readonly terminal: readonly string[];
  /** PNG, base64. */
  readonly desktop: string;
  readonly phone: string;
  /** Where a finger touches the phone, in its own pixels. */
  readonly touch: { readonly x: number; readonly y: number } | null;
  readonly ms: number;
}

const shortestMs = 90;
/** Waiting for a program is cut to this; what a reader needs longer for is held. */
const longestMs = 450;

/** Takes pictures of the screens during the story and keeps those that differ. */
export class Recorder {
  readonly frames: Frame[] = [];
  caption = "";
  terminal: readonly string[] = [];
  touch: Frame["touch"] = null;
  private readonly desktop: Page;
  private readonly phone: Page;
  private isRecording = true;
  private readonly done: Promise<void>;

  constructor(desktop: Page, phone: Page) {
    this.desktop = desktop;
    this.phone = phone;
    this.done = this.record().catch((error: unknown) => {
      // A story that fails closes the pages.
      if (this.isRecording) console.error(error);
    });
  }

  /** Shows what is on screen now for this long. */
  async hold(ms: number): Promise<void> {
    const frame = await this.take();
    this.frames.push({ ...frame, ms });
  }

  async stop(): Promise<readonly Frame[]> {
    this.isRecording = false;
    await this.done;
    return this.frames;
  }

  private async record(): Promise<void> {
    let since = performance.now();
    while (this.isRecording) {
      const frame = await this.take();
      const now = performance.now();
      const last = this.frames.at(-1);
      if (last !== undefined && isSame(last, frame)) continue;
      this.frames.push({ ...frame, ms: Math.min(longestMs, Math.max(shortestMs, now - since)) });
      since = now;
    }
  }

  private async take(): Promise<Frame> {
    const { caption, terminal, touch } = this;
    const [desktop, phone] = await Promise.all([pictureOf(this.desktop), pictureOf(this.phone)]);
    return { caption, terminal, touch, desktop, phone, ms: shortestMs };
  }
}

async function pictureOf(page: Page): Promise<string> {
  const picture = await page.screenshot({ type: "png", caret: "hide", animations: "disabled" });
  return picture.toString("base64");
}

function isSame(one: Frame, other: Frame): boolean {
  return JSON.stringify({ ...one, ms: 0 }) === JSON.stringify({ ...other, ms: 0 });
}
