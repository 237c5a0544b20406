import { pi } from "./programs/pi.ts";
import { describeProgram } from "./suite.ts";

describeProgram(pi);
