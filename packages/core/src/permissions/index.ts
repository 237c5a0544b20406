export { offerName, offersLabel, type PermissionOffer, permissionOffers } from "./offers.ts";
export { makesRule, permissionOptions } from "./options.ts";
export { resolvePath } from "./resolve-path.ts";
export { rulePlace, ruleSubject } from "./rule-text.ts";
export { nameOf as programName, type SimpleCommand, wordsOfOne } from "./shell-commands.ts";
export { type AskedCall, isTooLong, type PermissionSubject, permissionSubject } from "./subject.ts";
