import { acpClaude } from "../conformance/programs/acp-claude.ts";
import { describeProgram } from "../conformance/suite.ts";

describeProgram(acpClaude);
