import { acpKilo } from "../conformance/programs/acp-kilo.ts";
import { describeProgram } from "../conformance/suite.ts";

describeProgram(acpKilo);
