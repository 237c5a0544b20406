import { RequestError } from "@agentclientprotocol/sdk";
import type { Native } from "../../connection/native-value.ts";
import type { AcpOptions } from "../options.ts";
import type { AcpState } from "../translate/state.ts";
import { type AskTranslation, askForm, askPermission, dismissed, dismissedForm } from "./asks.ts";
import { ProjectFiles } from "./files.ts";
import { Terminals } from "./terminals.ts";

/** Handles an agent's requests other than asks. Only the services that the settings allow are available. */
export class ClientServices {
  readonly terminals: Terminals;
  private readonly handlers: Readonly<Record<string, (params: Native) => Promise<Native> | Native>>;

  constructor(
    root: string,
    { fs, terminal }: AcpOptions,
    onOutput: (terminalId: string, text: string) => void,
  ) {
    const files = new ProjectFiles(root);
    const terminals = new Terminals(root, onOutput);
    this.terminals = terminals;
    this.handlers = {
      ...(fs === true
        ? {
            "fs/read_text_file": (params) => files.read(params),
            "fs/write_text_file": (params) => files.write(params),
          }
        : {}),
      ...(terminal === true
        ? {
            "terminal/create": (params) => terminals.create(params),
            "terminal/output": (params) => terminals.output(params),
            "terminal/wait_for_exit": (params) => terminals.waitForExit(params),
            "terminal/kill": (params) => terminals.kill(params),
            "terminal/release": (params) => terminals.release(params),
          }
        : {}),
    };
  }

  knows(method: string): boolean {
    return Object.hasOwn(this.handlers, method);
  }

  async serve(method: string, params: Native): Promise<Native> {
    const handler = this.handlers[method];
    if (handler === undefined) throw RequestError.methodNotFound(method);
    return handler(params);
  }
}

/** Requests that a person answers: how each becomes an ask, and its answer if nobody can be asked. */
export const askMethods: Readonly<
  Record<
    string,
    {
      readonly ask: (state: AcpState, params: Native, askId: string) => AskTranslation | null;
      readonly dismissed: Native;
    }
  >
> = {
  "session/request_permission": { ask: askPermission, dismissed },
  "elicitation/create": { ask: askForm, dismissed: dismissedForm },
};
