export { type Addressed, addressed } from "./addressed-message.ts";
export { firstPrompts } from "./first-prompts.ts";
export { fuzzyFind } from "./fuzzy-find.ts";
export { expandPastes, isLargePaste, type Pastes, pasteName } from "./pastes.ts";
export { ProjectFiles } from "./project-files.ts";
