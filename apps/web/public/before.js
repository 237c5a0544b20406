// Before anything else. Zod tries whether it may make code at run time: it may not, under this page's policy.
globalThis.__zod_globalConfig = { jitless: true };

// Before the first paint, so that a chosen theme does not flash.
try {
  const theme = localStorage.getItem("polylog.theme");
  if (theme !== null) document.documentElement.dataset.theme = JSON.parse(theme);
} catch {
  // Without storage the system's theme it is.
}

// A session's own code, while the page's first file is still being read.
const { session } = document.currentScript.dataset;
if (session !== undefined && /\/s\/[^/]+/.test(location.pathname)) {
  const link = document.createElement("link");
  link.rel = "modulepreload";
  link.crossOrigin = "";
  link.href = new URL(session, document.currentScript.src).href;
  document.head.append(link);
}
