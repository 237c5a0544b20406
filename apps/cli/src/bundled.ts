/** The entry point of the bundle. */
import "./source-mapped-stacks.ts";
import "./main.ts";
