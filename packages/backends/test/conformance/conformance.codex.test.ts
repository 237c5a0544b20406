import { codex } from "./programs/codex.ts";
import { describeProgram } from "./suite.ts";

describeProgram(codex);
