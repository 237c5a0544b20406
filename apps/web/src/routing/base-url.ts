// The scripts lie in `assets/` below the page, wherever a proxy may have put it: their own address tells where.
const own = import.meta.url;

/** Where Polylog is served, with a slash at its end. */
export const baseUrl: string = new URL("..", own).href;
export const basePath: string = new URL(baseUrl).pathname;
