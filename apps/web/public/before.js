// Runs before everything else. Zod checks whether it may generate code at run time, which the page's policy forbids.
globalThis.__zod_globalConfig = { jitless: true };

// Before the first paint, so that a fixed theme does not flash.
try {
  const theme = localStorage.getItem("polylog.theme");
  if (theme !== null) document.documentElement.dataset.theme = JSON.parse(theme);
} catch {
  // Without storage the system's theme is used.
}

// Starts loading the code of a session's page while the page's first file is parsed.
const { session } = document.currentScript.dataset;
if (session !== undefined && /\/s\/[^/]+/.test(location.pathname)) {
  const link = document.createElement("link");
  link.rel = "modulepreload";
  link.crossOrigin = "";
  link.href = new URL(session, document.currentScript.src).href;
  document.head.append(link);
}
