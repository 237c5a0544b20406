export type { CallLine, Tool, ToolCard, ToolCardParts, ToolIcon } from "./card.ts";
export { hunksOf } from "./diff/hunks.ts";
export { lineDiff } from "./diff/line-diff.ts";
export { previewCard } from "./preview.ts";
export { languageOf } from "./reading/language.ts";
export { cardOfExchange, exploresAs, toolCard, toolFor, toolLine } from "./registry.ts";
export { cleanToolName, mcpName } from "./tool-name.ts";
export type { ToolState } from "./tool-state.ts";
export { toolState } from "./tool-state.ts";
