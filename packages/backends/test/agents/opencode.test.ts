import { acpOpencode } from "../conformance/programs/acp-opencode.ts";
import { describeProgram } from "../conformance/suite.ts";

describeProgram(acpOpencode);
