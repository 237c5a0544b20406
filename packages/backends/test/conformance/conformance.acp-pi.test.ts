import { acpPi } from "./programs/acp-pi.ts";
import { describeProgram } from "./suite.ts";

describeProgram(acpPi);
