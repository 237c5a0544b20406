export { cardBeforeAnswer } from "./agents-message.ts";
export type { CallLine, Tool, ToolApproval, ToolCard, ToolCardParts, ToolIcon } from "./card.ts";
export { type ReplacedText, replacedTexts } from "./diff/changes.ts";
export { lineInFile } from "./diff/line-in-file.ts";
export { excerptOf } from "./excerpt.ts";
export { languageOf } from "./output/language.ts";
export { countLines } from "./output/lines.ts";
export { changedFileDiffs } from "./preview.ts";
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
export { type CardDisplay, visibleBlocks } from "./visible-blocks.ts";
