/** The entries of asks, as one part of the page: with what they describe they are a sixth of it, and most sessions wait for nobody. */
export { PermissionEntryView } from "./permission/permission-entry.tsx";
export { PlanEntryView } from "./plan/plan-entry.tsx";
export { QuestionEntryView } from "./question/question-entry.tsx";
