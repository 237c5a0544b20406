import path from "node:path";

/**
 * The web app's files, next to this package. Sources in this folder are as deep as the bundle's parts (`dist/parts`), so one
 * relative path finds them from both.
 */
export const pageFolder = path.join(import.meta.dirname, "..", "..", "..", "web", "dist");
