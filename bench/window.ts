import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import { createInterface } from "node:readline";
import { type IPty, spawn } from "@lydell/node-pty";
import xterm from "@xterm/headless";

const COLUMNS = 120;
const ROWS = 40;
const QUIET_MS = 700;
const preload = new URL("./programs/tell-cost.mjs", import.meta.url).href;

/** A program in a pseudo-terminal of 120 × 40. A separate connection carries its cost and its input. */
export class Window {
  bytes = 0;
  private written = "";
  private lastWrite = performance.now();
  private readonly pty: IPty;
  private readonly line: Server;
  private socket: Socket | null = null;
  private readonly answers: PromiseWithResolvers<number>[] = [];

  private constructor(pty: IPty, line: Server) {
    this.pty = pty;
    this.line = line;
    pty.onData((data) => {
      this.bytes += Buffer.byteLength(data);
      this.written += data;
      this.lastWrite = performance.now();
    });
    pty.onExit(({ exitCode }) => {
      for (const { reject } of this.answers)
        reject(new Error(`A program ended early (${exitCode}).\n${this.written.slice(-2000)}`));
    });
  }

  static async open(args: readonly string[], cwd: string): Promise<Window> {
    const line = createServer();
    line.listen(0, "127.0.0.1");
    await once(line, "listening");
    const address = line.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const { PATH = "", HOME = "", XDG_CACHE_HOME } = process.env;
    const env = { PATH, HOME, TERM: "xterm-256color", LANG: "C.UTF-8", BENCH_LINE: String(port) };
    const pty = spawn(process.execPath, ["--import", preload, ...args], {
      name: "xterm-256color",
      cols: COLUMNS,
      rows: ROWS,
      cwd,
      env: XDG_CACHE_HOME === undefined ? env : { ...env, XDG_CACHE_HOME },
    });
    const window = new Window(pty, line);
    const [socket] = (await once(line, "connection")) as [Socket];
    socket.setNoDelay(true);
    // A signal stops it while the connection is still open.
    socket.on("error", () => undefined);
    window.socket = socket;
    createInterface({ input: socket }).on("line", (text) => window.answers.shift()?.resolve(Number(text)));
    return window;
  }

  /** Milliseconds of processor time so far, of all threads. */
  cost(): Promise<number> {
    const answer = Promise.withResolvers<number>();
    this.answers.push(answer);
    this.feed({ cost: true });
    return answer.promise;
  }

  feed(value: object): void {
    this.socket?.write(`${JSON.stringify(value)}\n`);
  }

  /** Resolves when it has written nothing for a while. */
  async quiet(): Promise<void> {
    for (;;) {
      const left = this.lastWrite + QUIET_MS - performance.now();
      if (left <= 0) return;
      await new Promise((resolve) => setTimeout(resolve, left));
    }
  }

  /** The visible text of the window and its scrollback, as lines. */
  async lines(): Promise<string[]> {
    const screen = new xterm.Terminal({
      cols: COLUMNS,
      rows: ROWS,
      scrollback: 50_000,
      allowProposedApi: true,
    });
    await new Promise<void>((resolve) => screen.write(this.written, resolve));
    const { active } = screen.buffer;
    return Array.from(
      { length: active.length },
      (_, at) => active.getLine(at)?.translateToString(true) ?? "",
    );
  }

  async close(): Promise<void> {
    const gone = new Promise((resolve) => this.pty.onExit(resolve));
    this.pty.kill("SIGKILL");
    await gone;
    this.socket?.destroy();
    this.line.close();
  }
}
