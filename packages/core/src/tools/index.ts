export { cardBeforeAnswer } from "./agents-message.ts";
export type { CallLine, Tool, ToolApproval, ToolCard, ToolCardParts, ToolIcon } from "./card.ts";
export { type ReplacedText, replacedTexts } from "./diff/changes.ts";
export { hunksOf } from "./diff/hunks.ts";
export { lineDiff } from "./diff/line-diff.ts";
export { lineInFile } from "./diff/line-in-file.ts";
export { languageOf } from "./output/language.ts";
export { countLines } from "./output/lines.ts";
export { previewCard } from "./preview.ts";
export {
  cardOfExchange,
  exploresAs,
  fileAccess,
  isShellTool,
  mayChangeFiles,
  toolCard,
  toolFor,
  toolLine,
} from "./registry.ts";
export type { ToolState } from "./tool-state.ts";
export { toolState } from "./tool-state.ts";
