import { piNewer } from "../conformance/programs/pi-newer.ts";
import { describeProgram } from "../conformance/suite.ts";

describeProgram(piNewer);
