// Before anything else. Zod tries whether it may make code at run time: it may not, under this page's policy.
globalThis.__zod_globalConfig = { jitless: true };

// Before the first paint, so that a chosen theme does not flash.
try {
  const theme = localStorage.getItem("polylog.theme");
  if (theme !== null) document.documentElement.dataset.theme = JSON.parse(theme);
} catch {
  // Without storage the system's theme it is.
}
