export { runTui, type TuiEnd, type TuiOptions } from "./run-tui.ts";
