/**
 * The entries of asks, loaded as one part: with their descriptions they are a sixth of the page, and most sessions
 * have no open ask.
 */
export { PermissionEntryView } from "./permission/permission-entry.tsx";
export { PlanEntryView } from "./plan/plan-entry.tsx";
export { QuestionEntryView } from "./question/question-entry.tsx";
