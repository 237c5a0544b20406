import { type Row, testRows } from "./api-rows.ts";

const run = {
  run_id: "r",
  session_id: "s",
  agent_id: "a",
  usage: [{ model: "m", input_tokens: 1, cost_usd: 2 }],
};
const readRun = {
  runId: "r",
  sessionId: "s",
  agentId: "a",
  usage: [{ model: "m", inputTokens: 1, costUsd: 2 }],
};
const row = { session_id: "s", project_root: "/p", pending_asks: 1 };
const readRow = { sessionId: "s", projectRoot: "/p", pendingAsks: 1 };
const asked = {
  id: "e",
  sessionId: "s",
  seq: 1,
  rev: 1,
  ts: 1,
  type: "ask_user",
  agentId: "a",
  runId: "r",
  questionId: "q",
  questions: [],
};

const rows: Row[] = [
  [
    (c) => c.runs.cancel({ runId: "r" }),
    "POST /api/agent-cancel",
    { run_id: "r" },
    { ok: true },
    { ok: true },
  ],
  [
    (c) => c.asks.answer({ askId: "p", kind: "permission" }, { optionId: "no", note: "not now" }),
    "POST /api/permission-response",
    { request_id: "p", option_id: "no", note: "not now" },
    { ok: true },
    { ok: true },
  ],
  [
    (c) =>
      c.asks.answer(
        { askId: "p", kind: "permission" },
        { optionId: "always", offer: { match: "prefix", pattern: "git", cwd: "/x" } },
      ),
    "POST /api/permission-response",
    { request_id: "p", option_id: "always", match: "prefix", pattern: "git" },
    { ok: true },
    { ok: true },
  ],
  [
    (c) =>
      c.asks.answer(
        { askId: "p", kind: "permission" },
        { optionId: "always", offer: { match: "exact", pattern: "git status" } },
      ),
    "POST /api/permission-response",
    { request_id: "p", option_id: "always" },
    { ok: true },
    { ok: true },
  ],
  [
    (c) => c.asks.rules(),
    "GET /api/permission-rules",
    undefined,
    { rules: [{ rule_id: "r/1", tool_name: "Bash", pattern: "git" }] },
    { rules: [{ ruleId: "r/1", toolName: "Bash", pattern: "git" }] },
  ],
  [
    (c) => c.asks.removeRule({ ruleId: "r/1" }),
    "DELETE /api/permission-rules/r%2F1",
    undefined,
    { ok: true },
    { ok: true },
  ],
  [
    (c) =>
      c.asks.answer(
        { askId: "q", kind: "question" },
        { answers: [{ question: "Why?", answer: ["a", "b"] }] },
      ),
    "POST /api/ask-user-response",
    { question_id: "q", answers: [{ question: "Why?", answer: ["a", "b"] }] },
    { ok: true },
    { ok: true },
  ],
  [
    (c) => c.asks.answer({ askId: "p", kind: "plan" }, { decision: "edit", plan: "new" }),
    "POST /api/plan-response",
    { plan_id: "p", decision: "edit", plan: "new" },
    { ok: true },
    { ok: true },
  ],
  [
    (c) =>
      c.chat.send({
        projectRoot: "/p",
        text: "",
        images: [{ mediaType: "image/png", data: "AA", blobId: "b" }],
        clientMessageId: "i",
        delivery: "steer",
      }),
    "POST /api/chat",
    {
      project_root: "/p",
      text: "",
      images: [{ media_type: "image/png", data: "AA", blob_id: "b" }],
      client_message_id: "i",
      delivery: "steer",
    },
    { session_id: "s", queued: true, position: 2, seq: 7 },
    { sessionId: "s", queued: true, position: 2, seq: 7, clientMessageId: "i" },
  ],
  [
    (c) => c.asks.list(),
    "GET /api/asks",
    undefined,
    { asks: [{ ask_id: "q", kind: "question", created_ts: 1, event: asked }] },
    { asks: [{ askId: "q", kind: "question", createdTs: 1, event: asked }] },
  ],
  [
    (c) =>
      c.sessions.list({
        q: "a b",
        status: "idle",
        projectRoot: "/p",
        archived: false,
        limit: 5,
        cursor: "x",
      }),
    "GET /api/sessions?q=a+b&status=idle&project_root=%2Fp&archived=false&limit=5&cursor=x",
    undefined,
    { sessions: [row], next: "y" },
    { sessions: [readRow], next: "y" },
  ],
  [(c) => c.sessions.get({ sessionId: "a/b" }), "GET /api/sessions/a%2Fb", undefined, row, readRow],
  [
    (c) => c.sessions.create({ projectRoot: "/p", agentId: "a" }),
    "POST /api/sessions",
    { project_root: "/p", agent_id: "a" },
    row,
    readRow,
  ],
  [
    (c) => c.sessions.change({ sessionId: "s", modeId: "plan", archived: true }),
    "PATCH /api/sessions/s",
    { mode_id: "plan", archived: true },
    row,
    readRow,
  ],
  [
    (c) => c.sessions.delete({ sessionId: "s" }),
    "DELETE /api/sessions/s",
    undefined,
    { ok: true },
    { ok: true },
  ],
  [(c) => c.sessions.fork({ sessionId: "s" }), "POST /api/sessions/s/fork", {}, row, readRow],
  [(c) => c.sessions.fork({ sessionId: "s", seq: 4 }), "POST /api/sessions/s/fork", { seq: 4 }, row, readRow],
  [
    (c) => c.sessions.rewind({ sessionId: "s", seq: 4 }),
    "POST /api/sessions/s/rewind",
    { seq: 4 },
    row,
    readRow,
  ],
  [
    (c) => c.sessions.rewind({ sessionId: "s", seq: 4, files: true }),
    "POST /api/sessions/s/rewind",
    { seq: 4, files: true },
    { ...row, files: { hash: "a" } },
    { ...readRow, files: { hash: "a" } },
  ],
  [
    (c) => c.sessions.rewind({ sessionId: "s", seq: 4, conversation: false, files: true, paths: ["a.ts"] }),
    "POST /api/sessions/s/rewind",
    { seq: 4, conversation: false, files: true, paths: ["a.ts"] },
    row,
    readRow,
  ],
  [
    (c) => c.sessions.rewindPreview({ sessionId: "s", seq: 4 }),
    "GET /api/sessions/s/rewind?seq=4",
    undefined,
    {
      ...{ checkpoint: "a", more: 0, unavailable: null, blocked_by: { session_id: "t", title: null } },
      files: [{ path: "a", is_own: true, changed_by: [{ session_id: "t", title: null }] }],
    },
    {
      ...{ checkpoint: "a", more: 0, unavailable: null, blockedBy: { sessionId: "t", title: null } },
      files: [{ path: "a", isOwn: true, changedBy: [{ sessionId: "t", title: null }] }],
    },
  ],
  [
    (c) => c.events.page({ sessionId: "s", after: "1:4", limit: 9 }),
    "GET /api/sessions/s/events?after=1%3A4&limit=9",
    undefined,
    { events: [asked], next: null },
    { events: [asked], next: null },
  ],
  [
    (c) => c.events.export({ sessionId: "s", format: "md" }),
    "GET /api/sessions/s/export?format=md",
    undefined,
    "# s",
    '"# s"',
  ],
  [
    (c) => c.queue.list({ sessionId: "s" }),
    "GET /api/sessions/s/queue",
    undefined,
    { items: [{ item_id: "i", client_message_id: null }] },
    { items: [{ itemId: "i", clientMessageId: null }] },
  ],
  [
    (c) => c.queue.change({ sessionId: "s", itemId: "i", position: 0, send: "steer" }),
    "PATCH /api/sessions/s/queue/i",
    { position: 0, send: "steer" },
    { ok: true },
    { ok: true },
  ],
  [
    (c) => c.queue.resume({ sessionId: "s", agentId: "a" }),
    "POST /api/sessions/s/queue/resume",
    { agent_id: "a" },
    { ok: true },
    { ok: true },
  ],
  [
    (c) => c.queue.remove({ sessionId: "s", itemId: "i" }),
    "DELETE /api/sessions/s/queue/i",
    undefined,
    { ok: true },
    { ok: true },
  ],
  [
    (c) => c.queue.clear({ sessionId: "s" }),
    "DELETE /api/sessions/s/queue",
    undefined,
    { ok: true },
    { ok: true },
  ],
  [
    (c) => c.runs.list({ sessionId: "s" }),
    "GET /api/agent-runs?session_id=s",
    undefined,
    { runs: [run] },
    { runs: [readRun] },
  ],
  [
    (c) => c.runs.children({ runId: "r" }),
    "GET /api/agent-children?run_id=r",
    undefined,
    { runs: [run] },
    { runs: [readRun] },
  ],
  [
    (c) => c.runs.context({ runId: "r", view: "raw" }),
    "GET /api/agent-context?run_id=r&view=raw",
    undefined,
    { a: 1 },
    { a: 1 },
  ],
];

testRows(rows);
