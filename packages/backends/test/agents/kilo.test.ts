import { acpKilo } from "../conformance/programs/acp-kilo.ts";
import { describeProgram } from "../conformance/suite.ts";

// What it plays the same way as the others so far; it has no column in the matrix yet.
describeProgram(acpKilo, ["text", "unicode and control characters", "huge output of 1 MB"]);
