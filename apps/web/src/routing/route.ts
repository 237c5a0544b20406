/** Every page that has an address. */
export type Route =
  | { readonly page: "home" }
  | {
      readonly page: "session";
      readonly sessionId: string;
      /** An entry or ask that the address points to. */
      readonly target: Target | null;
    }
  | { readonly page: "inbox" }
  | {
      readonly page: "usage";
      /** The session to show; null for all sessions. */
      readonly sessionId: string | null;
    }
  | { readonly page: "missions" }
  | { readonly page: "settings"; readonly section: string }
  | { readonly page: "unknown"; readonly path: string };

export type Target =
  | { readonly kind: "entry"; readonly key: string }
  | { readonly kind: "ask"; readonly askId: string }
  | { readonly kind: "seq"; readonly seq: number };

/** `path` is relative to the base, without a leading slash. */
export function parseRoute(path: string): Route {
  const parts = path.split("/").filter((part) => part !== "");
  const [first, second, third, fourth] = parts.map(decode);
  if (first === undefined) return { page: "home" };
  if (first === "inbox" && parts.length === 1) return { page: "inbox" };
  if (first === "usage" && parts.length <= 2) return { page: "usage", sessionId: second ?? null };
  if (first === "missions" && parts.length === 1) return { page: "missions" };
  if (first === "settings" && parts.length <= 2) return { page: "settings", section: second ?? "appearance" };
  if (first === "s" && second !== undefined) {
    if (parts.length === 2) return { page: "session", sessionId: second, target: null };
    if (parts.length === 4 && third === "e" && fourth !== undefined)
      return { page: "session", sessionId: second, target: { kind: "entry", key: fourth } };
    if (parts.length === 4 && third === "a" && fourth !== undefined)
      return { page: "session", sessionId: second, target: { kind: "ask", askId: fourth } };
    if (parts.length === 4 && third === "q" && /^\d{1,15}$/.test(fourth ?? ""))
      return { page: "session", sessionId: second, target: { kind: "seq", seq: Number(fourth) } };
  }
  return { page: "unknown", path };
}

export function routePath(route: Route): string {
  switch (route.page) {
    case "home":
      return "";
    case "inbox":
      return "inbox";
    case "missions":
      return "missions";
    case "usage":
      return route.sessionId === null ? "usage" : `usage/${encodeURIComponent(route.sessionId)}`;
    case "settings":
      return `settings/${encodeURIComponent(route.section)}`;
    case "session": {
      const session = `s/${encodeURIComponent(route.sessionId)}`;
      if (route.target === null) return session;
      return `${session}/${targetPath(route.target)}`;
    }
    case "unknown":
      return route.path;
  }
}

function targetPath(target: Target): string {
  switch (target.kind) {
    case "entry":
      return `e/${encodeURIComponent(target.key)}`;
    case "ask":
      return `a/${encodeURIComponent(target.askId)}`;
    case "seq":
      return `q/${target.seq}`;
  }
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // Not percent-encoded: use it unchanged.
    return part;
  }
}
