export { type LocalParts, localParts } from "./local-time.ts";
export type { StatusCategory } from "./message.ts";
export { nextStatus, type ShownStatus } from "./next-status.ts";
export { seedFromText } from "./random.ts";
export { type RotatingStatus, type StatusRequest, statusAt } from "./rotation.ts";
export * from "./state-icon.ts";
