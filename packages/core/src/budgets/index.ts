export { type Bound, boundsOf, missionBound, usedShare } from "./bounds.ts";
