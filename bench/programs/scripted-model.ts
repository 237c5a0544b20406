import { startScriptedModel } from "@polylog/scripted-model";
import { answer } from "../program.ts";

/** The model, in a process of its own: what it costs is nobody's. */
const { url } = await startScriptedModel();

answer({ url: () => url });
