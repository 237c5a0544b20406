/** Where the bundle begins. */
import "./source-mapped-stacks.ts";
import "./main.ts";
