export {
  type Changeable,
  changeable,
  isResync,
  type Resync,
  resyncFrame,
  type StateChange,
  syncFrame,
} from "./control-frame.ts";
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
