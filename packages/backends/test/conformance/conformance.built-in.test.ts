import { builtIn } from "./programs/built-in.ts";
import { describeProgram } from "./suite.ts";

describeProgram(builtIn);
