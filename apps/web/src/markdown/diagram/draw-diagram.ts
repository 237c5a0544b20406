import { baseUrl } from "../../routing/base-url.ts";
import { limits } from "../limits.ts";
import styles from "./diagram.module.css";

export type Scheme = "light" | "dark";

export type Drawn =
  | { readonly svg: string; readonly width: number; readonly height: number }
  | { readonly reason: string };

interface Job {
  readonly source: string;
  readonly scheme: Scheme;
  readonly done: (drawn: Drawn) => void;
}

/** The first one is in the frame. */
const jobs: Job[] = [];
let frame: Frame | null = null;

/** Queues a diagram for drawing; returns a function that cancels it. The drawing code loads with the first diagram. */
export function drawDiagram(source: string, scheme: Scheme, done: (drawn: Drawn) => void): () => void {
  if (source.length > limits.diagramChars) {
    done({ reason: "The source is too long" });
    return () => {};
  }
  let isWanted = true;
  const job: Job = { source, scheme, done: (drawn) => isWanted && done(drawn) };
  jobs.push(job);
  if (jobs.length === 1) next();
  return () => {
    isWanted = false;
    const at = jobs.indexOf(job);
    if (at > 0) jobs.splice(at, 1);
  };
}

function next(): void {
  const [job] = jobs;
  if (job === undefined) frame?.rest();
  else {
    frame ??= new Frame();
    frame.draw(job);
  }
}

function finish(drawn: Drawn): void {
  jobs.shift()?.done(drawn);
  next();
}

/**
 * A sandboxed frame without an origin: Mermaid turns an agent's text into HTML, so it runs where it has access to
 * nothing. Only text comes back from it.
 */
class Frame {
  private readonly element = document.createElement("iframe");
  private isReady = false;
  private current: Job | null = null;
  private number = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    this.element.setAttribute("sandbox", "allow-scripts");
    this.element.className = styles.frame ?? "";
    this.element.tabIndex = -1;
    this.element.ariaHidden = "true";
    this.element.title = "Diagram";
    this.element.src = new URL("diagram.html", baseUrl).href;
    addEventListener("message", this.hear);
    document.body.append(this.element);
  }

  draw(job: Job): void {
    this.current = job;
    this.number += 1;
    if (this.isReady) this.send(job);
    else this.giveUpAfter(limits.diagramLoadMs, "The diagram code could not be loaded");
  }

  rest(): void {
    this.current = null;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.remove(), limits.diagramIdleMs);
  }

  private send({ source, scheme }: Job): void {
    this.giveUpAfter(limits.diagramDrawMs, "Drawing took too long");
    this.element.contentWindow?.postMessage({ job: this.number, source, scheme, limits }, "*");
  }

  private readonly hear = ({ source, data }: MessageEvent<unknown>): void => {
    if (source !== this.element.contentWindow || typeof data !== "object" || data === null) return;
    if ("ready" in data && !this.isReady) {
      this.isReady = true;
      if (this.current !== null) this.send(this.current);
    } else if ("job" in data && data.job === this.number && this.current !== null) {
      this.current = null;
      finish(readDrawn(data));
    }
  };

  private giveUpAfter(ms: number, reason: string): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.remove();
      finish({ reason });
    }, ms);
  }

  private remove(): void {
    clearTimeout(this.timer);
    removeEventListener("message", this.hear);
    this.element.remove();
    frame = null;
  }
}

/** The frame's output is as untrusted as the diagram. */
function readDrawn(data: object): Drawn {
  const { svg, width, height, reason } = data as Readonly<Record<string, unknown>>;
  const isPicture = typeof svg === "string" && svg.length <= limits.diagramPictureChars;
  if (isPicture && isLength(width) && isLength(height)) return { svg, width, height };
  return { reason: typeof reason === "string" ? reason.slice(0, limits.diagramReasonChars) : "No image" };
}

function isLength(value: unknown): value is number {
  return typeof value === "number" && value > 0 && value <= limits.diagramPixels;
}
