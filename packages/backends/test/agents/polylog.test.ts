import { describePolylog } from "../acp/polylog.ts";

describePolylog();
