export { nextStatus, type ShownStatus } from "./hold.ts";
export { type LocalParts, localParts, type Season, season, type TimeOfDay, timeOfDay } from "./local-time.ts";
export {
  type StatusCategory,
  type StatusMessage,
  type StatusTier,
  statusCategories,
  statusTiers,
} from "./message.ts";
export { statusMessages } from "./messages/index.ts";
export { type PickedStatus, type PickRequest, pickStatus } from "./pick.ts";
export { seedFromText } from "./random.ts";
export { type RotatingStatus, type StatusRequest, statusAt } from "./rotation.ts";
export {
  type ActivityState,
  type StateAnimation,
  type StateIcon,
  stateIcon,
  statusCategory,
} from "./state-icon.ts";
