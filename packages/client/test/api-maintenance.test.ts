import { type Row, testRows } from "./api-rows.ts";

/** Devices, trust, and operations on the whole log. */

const device = { device_id: "d", created_ts: 1 };
const readDevice = { deviceId: "d", createdTs: 1 };

const rows: Row[] = [
  [(c) => c.devices.list(), "GET /api/devices", undefined, { devices: [device] }, { devices: [readDevice] }],
  [
    (c) => c.devices.add({ name: "ci", role: "prompter" }),
    "POST /api/devices",
    { name: "ci", role: "prompter" },
    { ...device, token: "t" },
    { ...readDevice, token: "t" },
  ],
  [
    (c) => c.pairings.create({ role: "viewer" }),
    "POST /api/pairings",
    { role: "viewer" },
    { pairing_id: "p", code: "c" },
    { pairingId: "p", code: "c" },
  ],
  [
    (c) => c.pairings.list(),
    "GET /api/pairings",
    undefined,
    { pairings: [{ pairing_id: "p" }] },
    { pairings: [{ pairingId: "p" }] },
  ],
  [
    (c) => c.pairings.decide({ pairingId: "p", decision: "confirm" }),
    "PATCH /api/pairings/p",
    { decision: "confirm" },
    { pairing_id: "p" },
    { pairingId: "p" },
  ],
  [
    (c) => c.pairings.pair({ code: "code", name: "phone" }),
    "POST /api/pair",
    { code: "code", name: "phone" },
    { state: "pending", expires_ts: 1 },
    { state: "pending", expiresTs: 1 },
  ],
  [
    (c) => c.pairings.pair({ claim: "claim", via: "cookie" }),
    "POST /api/pair",
    { claim: "claim", via: "cookie" },
    { state: "confirmed", device_id: "d" },
    { state: "confirmed", deviceId: "d" },
  ],
  [
    (c) => c.agents.list({ projectRoot: "/p", refresh: true }),
    "GET /api/agents?project_root=%2Fp&refresh=true",
    undefined,
    [],
    [],
  ],
  [
    (c) => c.trust.list({ projectRoot: "/p" }),
    "GET /api/trust?project_root=%2Fp",
    undefined,
    { folders: [{ project_root: "/p" }] },
    { folders: [{ projectRoot: "/p" }] },
  ],
  [
    (c) => c.trust.set({ projectRoot: "/p", trusted: true }),
    "POST /api/trust",
    { project_root: "/p", trusted: true },
    { project_root: "/p", trusted_ts: 1 },
    { projectRoot: "/p", trustedTs: 1 },
  ],
  [
    (c) => c.maintenance.backup({ file: "/b" }),
    "POST /api/backup",
    { file: "/b" },
    { bytes: 1 },
    { bytes: 1 },
  ],
  [
    (c) => c.maintenance.restore({ file: "/b" }),
    "POST /api/restore",
    { file: "/b" },
    { sessions: 1 },
    { sessions: 1 },
  ],
  [
    (c) => c.maintenance.previewRestore({ file: "/b" }),
    "POST /api/restore/preview",
    { file: "/b" },
    { policies: [], omitted: 0 },
    { policies: [], omitted: 0 },
  ],
  [
    (c) => c.maintenance.importSession({ file: "/f", projectRoot: "/p" }),
    "POST /api/import",
    { file: "/f", project_root: "/p" },
    { session_id: "s", events: 1 },
    { sessionId: "s", events: 1 },
  ],
  [(c) => c.maintenance.verify(), "GET /api/verify", undefined, { damaged: ["s"] }, { damaged: ["s"] }],
  [
    (c) => c.devices.remove({ deviceId: "d" }),
    "DELETE /api/devices/d",
    undefined,
    { ok: true },
    { ok: true },
  ],
];

testRows(rows);
