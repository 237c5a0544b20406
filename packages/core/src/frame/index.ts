export {
  type Changeable,
  changeable,
  isResync,
  type Resync,
  resyncFrame,
  type StateChange,
  syncFrame,
} from "./control-frame.ts";
export * from "./frame.ts";
export { type FrameResult, parseFrame } from "./parse-frame.ts";
