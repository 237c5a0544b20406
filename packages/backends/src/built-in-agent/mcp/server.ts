import { ToolListChangedNotificationSchema } from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";
import { redactor } from "../../process/redact.ts";
import { type AgentTool, failed, type ToolContext, type ToolOutcome } from "../tools/tool.ts";
import { orNullIfAborted } from "./abort-signals.ts";
import { callTool, cancelled } from "./call-tool.ts";
import { cleanLine } from "./clean-text.ts";
import { limits } from "./limits.ts";
import { type ListedTool, listTools } from "./list-tools.ts";
import { type ServerSecrets, secretsOf } from "./secrets.ts";
import { type McpConnection, openConnection } from "./server-connection.ts";
import type { McpServerSettings } from "./settings.ts";
import { toolNames } from "./tool-names.ts";

export interface ServerOptions {
  /** The configured name, for people. */
  readonly name: string;
  /** The server's part in the names of its tools. */
  readonly label: string;
  readonly settings: McpServerSettings;
  readonly cwd: string;
  readonly onNotice: (notice: string) => void;
}

/** The time between one start of a server and its end. */
interface Life {
  readonly connection: Promise<McpConnection | Fault>;
  isOver(): boolean;
}

interface Fault {
  readonly fault: string;
}

/** A server that may end, and is restarted when one of its tools is used. */
export class McpServer {
  private readonly options: ServerOptions;
  private readonly secrets: ServerSecrets;
  private readonly clean: (text: string) => string;
  private readonly cleanNotice: (text: string) => string;
  private readonly closing = new AbortController();
  private life: Life | null = null;
  /** Restarts since its last answer. */
  private restarts = 0;
  private refreshing: Promise<void> | null = null;
  private isStale = false;
  private offered: readonly AgentTool[] = [];
  private readonly sentNotices = new Set<string>();

  constructor(options: ServerOptions) {
    this.options = options;
    this.secrets = secretsOf(options.settings);
    this.clean = redactor(this.secrets.certain);
    this.cleanNotice = redactor(this.secrets.possible);
  }

  get tools(): readonly AgentTool[] {
    return this.offered;
  }

  /** Starts the server and lists its tools. If it does not start, the user gets a notice. */
  async start(): Promise<void> {
    const connection = await this.connected();
    if ("fault" in connection && !this.closing.signal.aborted)
      this.notice(`did not start. ${connection.fault}`);
  }

  /** Closes the server in any state. It is not restarted. */
  async close(): Promise<void> {
    this.closing.abort(new Error("It was closed."));
    await end(this.life);
  }

  private async call(tool: string, input: unknown, context: ToolContext): Promise<ToolOutcome> {
    const connection = await orNullIfAborted(this.connected(), context.signal);
    if (connection === null) return cancelled;
    if ("fault" in connection)
      return failed(
        "server_unavailable",
        `The MCP server of this tool is not available. ${connection.fault}`,
      );
    const timeoutMs = this.options.settings.timeout_ms ?? limits.callMs;
    const outcome = await callTool(connection, { tool, input, timeoutMs, clean: this.clean }, context);
    if ("answered" in outcome) {
      if (outcome.answered.code !== "timed_out") this.restarts = 0;
      return outcome.answered;
    }
    void connection.close();
    const next =
      this.restarts < limits.restarts ? "It is restarted on its next use." : "It is not restarted again.";
    const text = `The MCP server of this tool ended during the call. ${next} ${this.cleanNotice(outcome.failed)}`;
    return failed("server_ended", text);
  }

  /** The open connection, or a new one. */
  private connected(): Promise<McpConnection | Fault> {
    if (this.closing.signal.aborted) return Promise.resolve({ fault: "It was closed." });
    if (this.life !== null && !this.life.isOver()) return this.life.connection;
    if (this.life !== null && this.restarts++ >= limits.restarts) {
      return Promise.resolve({
        fault: `It ended ${limits.restarts + 1} times without an answer and is not restarted again.`,
      });
    }
    this.life = this.newLife(this.life);
    return this.life.connection;
  }

  private newLife(before: Life | null): Life {
    let reached: McpConnection | Fault | null = null;
    const connection = end(before)
      .then(() => this.open())
      .then((outcome) => {
        reached = outcome;
        return outcome;
      });
    return {
      connection,
      isOver: () => reached !== null && ("fault" in reached || reached.whyClosed() !== null),
    };
  }

  private async open(): Promise<McpConnection | Fault> {
    const { settings, cwd } = this.options;
    const timeoutMs = settings.start_timeout_ms ?? limits.startMs;
    const tooLate = AbortSignal.timeout(timeoutMs);
    const signal = AbortSignal.any([this.closing.signal, tooLate]);
    let connection: McpConnection | null = null;
    try {
      const onGarbage = () =>
        this.notice("writes lines to its output that are not MCP messages. They are skipped.");
      connection = await openConnection(settings, { cwd, secrets: this.secrets.certain, signal, onGarbage });
      await this.learnTools(connection, signal);
      this.followChanges(connection);
      return connection;
    } catch (error) {
      await connection?.close();
      if (tooLate.aborted) return { fault: `It did not answer within ${timeoutMs / 1000} seconds.` };
      const reason = error instanceof Error ? causes(error) : String(error);
      return { fault: cleanLine(this.cleanNotice(connection?.whyClosed() ?? reason)) };
    }
  }

  private async learnTools(connection: McpConnection, signal: AbortSignal): Promise<void> {
    const { tools, problems } = await listTools(connection.client, signal);
    const { label, settings } = this.options;
    for (const problem of problems) this.notice(`${problem}.`);
    const known = new Set(tools.map((tool) => tool.name));
    const wanted = new Set(settings.tools ?? known);
    const taken = tools.filter((tool) => wanted.has(tool.name));
    const missing = [...wanted].filter((tool) => !known.has(tool));
    if (missing.length > 0) this.notice(`has no tool named ${missing.join(", ")}.`);
    if (taken.length === 0) this.notice("offers no tools.");
    const names = toolNames(
      label,
      taken.map((tool) => tool.name),
    );
    this.offered = taken.map((tool) => this.agentTool(tool, names.get(tool.name) as string));
  }

  private agentTool({ name, description, inputSchema }: ListedTool, offeredAs: string): AgentTool {
    return {
      name: offeredAs,
      description: description === "" ? `Tool ${cleanLine(name, 100)} of an MCP server.` : description,
      input: z.record(z.string(), z.unknown()),
      inputSchema,
      // The server's hints are untrusted: its claim that a tool only reads must not skip the permission ask.
      effect: "execute",
      run: (input, context) => this.call(name, input, context),
    };
  }

  /** Requests the list again after each change, and again if it changes meanwhile. */
  private followChanges(connection: McpConnection): void {
    connection.client.setNotificationHandler(ToolListChangedNotificationSchema, () => {
      this.isStale = true;
      this.refreshing ??= this.refresh(connection).finally(() => {
        this.refreshing = null;
      });
    });
  }

  private async refresh(connection: McpConnection): Promise<void> {
    while (this.isStale && connection.whyClosed() === null && !this.closing.signal.aborted) {
      this.isStale = false;
      const tooLate = AbortSignal.timeout(this.options.settings.start_timeout_ms ?? limits.startMs);
      try {
        await this.learnTools(connection, AbortSignal.any([this.closing.signal, tooLate]));
      } catch {
        // The tools stay unchanged; the user gets a notice.
        if (connection.whyClosed() === null)
          this.notice("reported that its tools changed, but did not send the new list.");
      }
    }
  }

  /** Sends each distinct notice once, however often its cause recurs. */
  private notice(text: string): void {
    const notice = `The MCP server ${cleanLine(this.options.name, 100)} ${cleanLine(this.cleanNotice(text))}`;
    if (this.sentNotices.has(notice) || this.sentNotices.size >= limits.notices) return;
    this.sentNotices.add(notice);
    this.options.onNotice(notice);
  }
}

async function end(life: Life | null): Promise<void> {
  const connection = await life?.connection;
  if (connection !== undefined && !("fault" in connection)) await connection.close();
}

/** A failed fetch only says that it failed. Its cause says why. */
function causes(error: Error): string {
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
