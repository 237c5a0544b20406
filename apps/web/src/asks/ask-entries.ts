/** The entries of asks, as one part of the page: with what they describe they are a sixth of it, and most sessions wait for nobody. */
export { PermissionEntryView } from "./permission-entry.tsx";
export { PlanEntryView } from "./plan-entry.tsx";
export { QuestionEntryView } from "./question-entry.tsx";
