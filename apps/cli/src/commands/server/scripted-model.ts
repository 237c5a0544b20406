import { defined } from "@polylog/core";
import { scriptedModelCommand } from "@polylog/scripted-model";
import type { Context } from "../../context.ts";
import { exitCodes } from "../../exit-codes.ts";
import { onStopSignal } from "../../stop-signals.ts";

/** Serves a model that plays the script in the newest message until it is stopped. */
export async function scriptedModel(context: Context, { log }: { log?: string }): Promise<number> {
  const { port, host } = context.flags;
  const stop = new AbortController();
  onStopSignal(() => stop.abort());
  const options = {
    ...defined({ port, host, log }),
  };
  const write = (text: string) => void process.stdout.write(text);
  await scriptedModelCommand(options, { write, stop: stop.signal });
  return exitCodes.done;
}
