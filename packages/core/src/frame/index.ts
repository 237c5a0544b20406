export { isResync, type Resync, resyncFrame, syncFrame } from "./control-frame.ts";
export {
  type Frame,
  type FrameContext,
  type FrameHeader,
  fromFrame,
  serializeFrame,
  toFrame,
} from "./frame.ts";
export { type FrameResult, parseFrame } from "./parse-frame.ts";
export { type FrameRow, frameRows } from "./table.ts";
