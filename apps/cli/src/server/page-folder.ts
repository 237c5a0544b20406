import path from "node:path";

/**
 * The web app's files, next to this package. This folder is as deep as the bundle's `dist/parts`, so one relative path works for
 * both.
 */
export const pageFolder = path.join(import.meta.dirname, "..", "..", "..", "web", "dist");
