export { askedCall, callOfAsk } from "./asked-call.ts";
export { askChoices } from "./choices.ts";
export { type AskContext, describeAsk } from "./describe-ask.ts";
export type * from "./description.ts";
export { type InputField, inputFields } from "./fields.ts";
export * from "./plain-text.ts";
