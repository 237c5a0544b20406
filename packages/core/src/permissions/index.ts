export { offerName, offersLabel, type PermissionOffer, permissionOffers } from "./offers.ts";
export { rulePlace, ruleSubject } from "./rule-text.ts";
export { isOneCommand, nameOf as programName, type SimpleCommand, shellCommands } from "./shell-commands.ts";
export { type AskedCall, type PermissionSubject, permissionSubject } from "./subject.ts";
