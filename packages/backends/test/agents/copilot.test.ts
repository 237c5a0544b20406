import { acpCopilot } from "../conformance/programs/acp-copilot.ts";
import { describeProgram } from "../conformance/suite.ts";

describeProgram(acpCopilot);
