export { offerName, offersLabel, type PermissionOffer, permissionOffers } from "./offers.ts";
export { permissionOptions } from "./options.ts";
export { resolvePath } from "./resolve-path.ts";
export { rulePlace, ruleSubject } from "./rule-text.ts";
export { programName, type SimpleCommand, wordsOfSimpleCommand } from "./shell-commands.ts";
export { type AskedCall, isTooLong, type PermissionSubject, permissionSubject } from "./subject.ts";
