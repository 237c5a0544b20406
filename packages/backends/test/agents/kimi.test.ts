import { acpKimi } from "../conformance/programs/acp-kimi.ts";
import { describeProgram } from "../conformance/suite.ts";

describeProgram(acpKimi);
