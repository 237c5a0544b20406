import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { defined } from "@polylog/core";

const root = path.join(import.meta.dirname, "../../../../..");
export const main = path.join(root, "apps/cli/src/main.ts");
const page = path.join(root, "apps/web/dist/index.html");

/** A real server in a separate process with its own home and project, whose agents play scripts. */
export class PolylogServer {
  readonly url: string;
  readonly project: string;
  private readonly folder: string;
  private process: ChildProcess;
  private readonly token: string;

  /** `others` are agents in the format of `config.json`; `flags` are for `polylog serve`. */
  static async start(
    scripts: Readonly<Record<string, unknown>>,
    others: Readonly<Record<string, object>> = {},
    flags: readonly string[] = [],
  ): Promise<PolylogServer> {
    if (!existsSync(page))
      throw new Error('The page is not built: "npm start" or "npm run check" builds it.');
    const folder = mkdtempSync(path.join(os.tmpdir(), "polylog-web-"));
    const home = path.join(folder, "home");
    mkdirSync(home);
    mkdirSync(path.join(folder, "shop/src"), { recursive: true });
    writeFileSync(path.join(folder, "shop/src/cart.ts"), "export const cart = [];\n");
    const scripted = Object.entries(scripts).map(([id, script]) => [
      id,
      { backend: "script", model: "opus", options: { script } },
    ]);
    const agents = { ...Object.fromEntries(scripted), ...others };
    const [first] = Object.keys(agents);
    writeFileSync(path.join(home, "config.json"), JSON.stringify({ default_agent: first, agents }));
    const { child, url, tokenFile } = await serve(home, "0", flags);
    return new PolylogServer(url, folder, child, readFileSync(tokenFile, "utf8"));
  }

  private constructor(url: string, folder: string, child: ChildProcess, token: string) {
    this.url = url;
    this.folder = folder;
    this.project = path.join(folder, "shop");
    this.process = child;
    this.token = token;
  }

  get home(): string {
    return path.join(this.folder, "home");
  }

  /** Confirms requests that the server wants confirmed. */
  async post<T>(where: string, body: object, method = "POST", confirmation = ""): Promise<T> {
    const headers = {
      ...{ authorization: `Bearer ${this.token}`, "content-type": "application/json" },
      "x-polylog-confirmation": confirmation,
    };
    const answer = await fetch(this.url + where, { method, headers, body: JSON.stringify(body) });
    if (answer.ok) return (await answer.json()) as T;
    const { error } = (await answer.json()) as {
      error: { details: { confirmation?: { id: string } } };
    };
    const asked = error.details.confirmation?.id;
    if (asked === undefined || confirmation !== "")
      throw new Error(`${where}: ${answer.status} ${JSON.stringify(error)}`);
    return this.post(where, body, method, asked);
  }

  async get<T>(where: string): Promise<T> {
    const answer = await fetch(this.url + where, { headers: { authorization: `Bearer ${this.token}` } });
    if (!answer.ok) throw new Error(`${where}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  }

  /** Starts a session and returns its id. */
  async chat(text: string, agent?: string): Promise<string> {
    const body = { project_root: this.project, text, ...defined({ agent_id: agent }) };
    return (await this.post<{ session_id: string }>("/api/chat", body)).session_id;
  }

  /** A link that signs a browser in. */
  async signIn(where = "/"): Promise<string> {
    const { code } = await this.post<{ code: string }>("/api/login-codes", { role: "owner", name: "test" });
    return `${this.url}${where}#code=${code}`;
  }

  /** Like a power failure: nothing is announced or flushed. */
  async crash(): Promise<void> {
    const ended = once(this.process, "exit");
    this.process.kill("SIGKILL");
    await ended;
  }

  /** Restarts on the same home and address. */
  async startAgain(): Promise<void> {
    this.process = (await serve(path.join(this.folder, "home"), new URL(this.url).port)).child;
  }

  async stop(): Promise<void> {
    const ended = once(this.process, "exit");
    this.process.kill();
    await ended;
    rmSync(this.folder, { recursive: true, force: true });
  }
}

async function serve(home: string, port: string, flags: readonly string[] = []) {
  const args = [main, "serve", "--home", home, "--port", port, "--json", ...flags];
  // A person's own shell profile could do anything and be slow.
  const env = { ...process.env, HOME: path.dirname(home) };
  const child = spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "ignore"] });
  let said = "";
  while (!said.includes("\n")) {
    const [chunk] = (await once(child.stdout, "data")) as [Buffer];
    said += chunk.toString("utf8");
  }
  const { url, token_file: tokenFile } = JSON.parse(said) as { url: string; token_file: string };
  return { child, url, tokenFile };
}
