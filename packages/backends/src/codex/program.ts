import type { Native } from "../connection/native-value.ts";
import { RpcProgram } from "../connection/rpc-program.ts";
import type { AgentProcess } from "../process/agent-process.ts";
import type { RpcReply } from "./translate/translate.ts";

export type Reply =
  | { readonly ok: true; readonly result: Native }
  | { readonly ok: false; readonly message: string };

type OnReply = (reply: Reply) => void;

/** The app-server's process with its protocol: JSON-RPC, a line each, without the version. */
export class CodexProgram extends RpcProgram<Reply> {
  constructor(process: AgentProcess) {
    super(process, { ok: false, message: "Codex has ended." });
  }

  /**
   * Resolves with the program's reply, or when it is certain that there will be none. `onReply` is called before the
   * next line is read: what a reply names may be spoken of there.
   */
  request(method: string, params: Native, onReply: OnReply = () => undefined): Promise<Reply> {
    return new Promise((resolve) => {
      this.ask(
        (id) => ({ id, value: { method, id, params } }),
        (reply) => {
          onReply(reply);
          resolve(reply);
        },
      );
    });
  }

  notify(method: string): Promise<void> {
    return this.send({ method });
  }

  /** Answers a request of the program's. */
  respond(id: number | string, result: Native): Promise<void> {
    return this.send({ id, result });
  }

  refuse(id: number | string, method: string): Promise<void> {
    return this.send({ id, error: { code: -32601, message: `Nobody here can answer ${method}.` } });
  }

  heard({ rpcId, ok, result, message }: RpcReply): void {
    this.answered(rpcId, ok ? { ok, result } : { ok, message });
  }
}
