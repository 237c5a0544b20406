import type { Program } from "../program.ts";
import { claude } from "./claude.ts";
import { codex } from "./codex.ts";
import { pi } from "./pi.ts";

/** The columns of the matrix, in their order. */
export const programs: readonly Program[] = [claude, codex, pi];
