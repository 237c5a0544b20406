import { acpGemini } from "../conformance/programs/acp-gemini.ts";
import { describeProgram } from "../conformance/suite.ts";

describeProgram(acpGemini);
