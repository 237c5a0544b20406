import { claude } from "./programs/claude.ts";
import { describeProgram } from "./suite.ts";

describeProgram(claude);
