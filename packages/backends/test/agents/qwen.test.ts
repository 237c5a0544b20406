import { acpQwen } from "../conformance/programs/acp-qwen.ts";
import { describeProgram } from "../conformance/suite.ts";

describeProgram(acpQwen);
