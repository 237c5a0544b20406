export { type Gap, type StoredText, Text } from "./data/text.ts";
export * from "./data/vector.ts";
export * from "./events/index.ts";
export * from "./fold/index.ts";
export * from "./frame/index.ts";
export { limits } from "./limits.ts";
export * from "./status/index.ts";
export * from "./tools/index.ts";
export * from "./view/index.ts";
