// Scripts are in `assets/` below the page's URL, even behind a proxy with a path, so their own URL reveals it.
const own = import.meta.url;

/** The base URL of Polylog, with a trailing slash. */
export const baseUrl: string = new URL("..", own).href;
export const basePath: string = new URL(baseUrl).pathname;
