/** Where the bundle begins. */
import "./readable-stacks.ts";
import "./main.ts";
