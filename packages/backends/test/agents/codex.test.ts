import { acpCodex } from "../conformance/programs/acp-codex.ts";
import { describeProgram } from "../conformance/suite.ts";

describeProgram(acpCodex);
