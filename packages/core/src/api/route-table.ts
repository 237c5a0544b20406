import { type Access, mayUse } from "../roles.ts";

/**
 * The path and minimum role of every route, in one table. The files of the nouns add schemas, errors and descriptions. A screen
 * needs only this table and the types, so schemas stay out of its bundle.
 */
export const routeTable = {
  "chat.send": ["post", "/api/chat", "prompter", { command: "chat" }],
  "runs.list": ["get", "/api/agent-runs", "viewer"],
  "runs.children": ["get", "/api/agent-children", "viewer"],
  "runs.context": ["get", "/api/agent-context", "viewer", { opaque: true }],
  "runs.cancel": ["post", "/api/agent-cancel", "prompter", { command: "cancel" }],
  "runs.usage": ["get", "/api/usage", "viewer"],
  "asks.list": ["get", "/api/asks", "viewer", { opaque: ["event", "description"] }],
  "asks.answerQuestion": [
    "post",
    "/api/ask-user-response",
    "prompter",
    { command: "question_answer", opaque: ["answers"] },
  ],
  "asks.answerPermission": ["post", "/api/permission-response", "approver", { command: "permission_answer" }],
  "asks.answerPlan": ["post", "/api/plan-response", "approver", { command: "plan_answer" }],
  "asks.rules": ["get", "/api/permission-rules", "approver"],
  "asks.removeRule": ["delete", "/api/permission-rules/{rule_id}", "approver"],
  "sessions.list": ["get", "/api/sessions", "viewer"],
  "sessions.create": ["post", "/api/sessions", "prompter", { command: "create_session" }],
  "sessions.get": ["get", "/api/sessions/{session_id}", "viewer"],
  "sessions.change": ["patch", "/api/sessions/{session_id}", "prompter", { command: "change_session" }],
  "sessions.delete": ["delete", "/api/sessions/{session_id}", "owner", { command: "delete_session" }],
  "sessions.fork": ["post", "/api/sessions/{session_id}/fork", "prompter", { command: "fork" }],
  "sessions.rewindPreview": ["get", "/api/sessions/{session_id}/rewind", "approver"],
  "sessions.rewind": ["post", "/api/sessions/{session_id}/rewind", "approver", { command: "rewind" }],
  "sessions.nativeSessions": ["get", "/api/native-sessions", "prompter"],
  "sessions.adopt": ["post", "/api/native-sessions", "prompter"],
  "queue.list": ["get", "/api/sessions/{session_id}/queue", "viewer"],
  "queue.get": ["get", "/api/sessions/{session_id}/queue/{item_id}", "viewer"],
  "queue.change": [
    "patch",
    "/api/sessions/{session_id}/queue/{item_id}",
    "prompter",
    { command: "change_queue_item" },
  ],
  "queue.changeNamed": ["patch", "/api/sessions/{session_id}/queue", "prompter"],
  "queue.resume": [
    "post",
    "/api/sessions/{session_id}/queue/resume",
    "prompter",
    { command: "resume_queue" },
  ],
  "queue.remove": [
    "delete",
    "/api/sessions/{session_id}/queue/{item_id}",
    "prompter",
    { command: "remove_queue_item" },
  ],
  "queue.clear": ["delete", "/api/sessions/{session_id}/queue", "prompter", { command: "clear_queue" }],
  "events.stream": ["get", "/api/events", "viewer", { type: "text/event-stream" }],
  "events.page": ["get", "/api/sessions/{session_id}/events", "viewer", { opaque: ["events"] }],
  "events.pluginPage": ["get", "/api/plugins/sessions/operations/events", "viewer", { opaque: ["events"] }],
  "events.snapshot": ["get", "/api/sessions/{session_id}/snapshot", "viewer", { opaque: ["snapshot"] }],
  "events.blob": ["get", "/api/sessions/{session_id}/blobs/{blob_id}", "viewer", { type: "text/plain" }],
  "events.export": [
    "get",
    "/api/sessions/{session_id}/export",
    "viewer",
    { type: "application/octet-stream" },
  ],
  "events.search": ["get", "/api/search", "viewer"],
  "settings.get": ["get", "/api/settings", "owner", { opaque: true }],
  "settings.change": ["post", "/api/settings", "owner", { command: "settings", opaque: true }],
  "settings.schema": ["get", "/api/config.schema.json", "viewer", { opaque: true }],
  "settings.override": ["get", "/api/agent-override", "viewer"],
  "settings.setOverride": ["post", "/api/agent-override", "owner", { command: "agent_override" }],
  "trust.list": ["get", "/api/trust", "owner"],
  "trust.set": ["post", "/api/trust", "owner"],
  "missions.get": ["get", "/api/mission", "viewer", { opaque: ["sessions"] }],
  "missions.list": ["get", "/api/missions", "viewer", { opaque: ["sessions"] }],
  "missions.set": ["post", "/api/mission", "prompter", { command: "mission", opaque: ["sessions"] }],
  "missions.change": ["patch", "/api/mission", "prompter", { opaque: ["sessions"] }],
  "missions.clear": ["delete", "/api/mission", "prompter", { command: "clear_mission" }],
  "schedules.list": ["get", "/api/schedules", "viewer"],
  "schedules.add": ["post", "/api/schedules", "prompter"],
  "schedules.enable": ["patch", "/api/schedules/{schedule_id}", "prompter"],
  "schedules.remove": ["delete", "/api/schedules/{schedule_id}", "prompter"],
  "budgets.get": ["get", "/api/budget", "viewer"],
  "budgets.set": ["post", "/api/budget", "approver"],
  "projects.tree": ["get", "/api/workspace/tree", "prompter"],
  "projects.file": ["get", "/api/workspace/file", "prompter"],
  "projects.changes": ["get", "/api/workspace/changes", "prompter"],
  "agents.list": ["get", "/api/agents", "viewer"],
  "agents.policy": ["get", "/api/agent-policy", "viewer"],
  "agents.setPolicy": ["post", "/api/agent-policy", "owner"],
  "devices.login": ["post", "/api/login", "open"],
  "devices.logout": ["post", "/api/logout", "viewer"],
  "devices.me": ["get", "/api/me", "viewer"],
  "devices.newLoginCode": ["post", "/api/login-codes", "owner"],
  "devices.list": ["get", "/api/devices", "owner"],
  "devices.add": ["post", "/api/devices", "owner"],
  "devices.remove": ["delete", "/api/devices/{device_id}", "owner"],
  "devices.leftovers": ["get", "/api/devices/leftovers", "owner"],
  "pairings.create": ["post", "/api/pairings", "owner"],
  "pairings.list": ["get", "/api/pairings", "owner"],
  "pairings.decide": ["patch", "/api/pairings/{pairing_id}", "owner"],
  "pairings.pair": ["post", "/api/pair", "open"],
  "maintenance.backup": ["post", "/api/backup", "owner"],
  "maintenance.previewRestore": ["post", "/api/restore/preview", "owner", { opaque: ["value"] }],
  "maintenance.restore": ["post", "/api/restore", "owner", { opaque: ["value"] }],
  "maintenance.importSession": ["post", "/api/import", "owner"],
  "maintenance.verify": ["get", "/api/verify", "owner", { type: "application/jsonl" }],
  "server.health": ["get", "/api/health", "open"],
  "server.metrics": ["get", "/metrics", "viewer", { type: "text/plain" }],
  "server.openapi": ["get", "/api/openapi.json", "viewer", { opaque: true }],
  "server.docPage": ["get", "/doc", "open", { type: "text/html" }],
  "server.docStyle": ["get", "/doc/style.css", "open", { type: "text/css" }],
} as const satisfies Readonly<Record<string, Address>>;

type Address = readonly [method: Method, path: string, role: Access, more?: MoreOfAddress];
export type Method = "get" | "post" | "patch" | "delete";

interface MoreOfAddress {
  /** The type of the equivalent socket message. */
  readonly command?: string;
  /** The media type of a result that is not JSON. */
  readonly type?: string;
  /** Fields whose values have the same names in code and on the wire; `true` means the whole value. */
  readonly opaque?: readonly string[] | true;
}

export type RouteName = keyof typeof routeTable;

export interface RouteAddress extends MoreOfAddress {
  readonly method: Method;
  /** In OpenAPI notation: `/api/sessions/{session_id}`. */
  readonly path: string;
  /** The minimum role. It has no default. */
  readonly role: Access;
}

export function addressOf(name: RouteName): RouteAddress {
  const [method, path, role, more]: Address = routeTable[name];
  return { method, path, role, ...more };
}

/** Whether a device with this role may use a route. */
export function may(role: Access, name: RouteName): boolean {
  return mayUse(role, routeTable[name][2]);
}

/** The route that answers each kind of ask. */
export const answerRoutes = {
  question: "asks.answerQuestion",
  permission: "asks.answerPermission",
  plan: "asks.answerPlan",
} as const satisfies Readonly<Record<string, RouteName>>;
