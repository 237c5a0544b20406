export { cardBeforeAnswer } from "./agents-message.ts";
export { changedFileDiffs } from "./call-preview.ts";
export type { CallLine, Tool, ToolApproval, ToolCard, ToolCardParts, ToolIcon } from "./card.ts";
export { excerptOf } from "./collapse/excerpt.ts";
export { type CardDisplay, visibleBlocks } from "./collapse/visible-blocks.ts";
export { type ReplacedText, replacedTexts } from "./diff/changes.ts";
export { lineInFile } from "./diff/line-in-file.ts";
export { languageOf } from "./output/language.ts";
export { countLines } from "./output/lines.ts";
export {
  cardOfExchange,
  fileAccess,
  isShellTool,
  mayChangeFiles,
  subagentEntryBlock,
  toolCard,
  toolFor,
} from "./registry.ts";
export type { ToolState } from "./tool-state.ts";
