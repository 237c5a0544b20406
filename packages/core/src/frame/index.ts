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
  serializeFrame,
} from "./frame.ts";
export { type FrameResult, parseFrame } from "./parse-frame.ts";
