import { type Row, testRows } from "./api-rows.ts";

/** Devices, trust, and work on the log as a whole. */

const device = { device_id: "d", created_ts: 1 };
const readDevice = { deviceId: "d", createdTs: 1 };

const rows: Row[] = [
  [(c) => c.devices(), "GET /api/devices", undefined, { devices: [device] }, [readDevice]],
  [
    (c) => c.addDevice("ci", "prompter"),
    "POST /api/devices",
    { name: "ci", role: "prompter" },
    { ...device, token: "t" },
    { ...readDevice, token: "t" },
  ],
  [
    (c) => c.newPairing("viewer"),
    "POST /api/pairings",
    { role: "viewer" },
    { pairing_id: "p", code: "c" },
    { pairingId: "p", code: "c" },
  ],
  [
    (c) => c.pairings(),
    "GET /api/pairings",
    undefined,
    { pairings: [{ pairing_id: "p" }] },
    [{ pairingId: "p" }],
  ],
  [
    (c) => c.decidePairing("p", "confirm"),
    "PATCH /api/pairings/p",
    { decision: "confirm" },
    { pairing_id: "p" },
    { pairingId: "p" },
  ],
  [
    (c) => c.pair("code", "phone"),
    "POST /api/pair",
    { code: "code", name: "phone" },
    { state: "pending", expires_ts: 1 },
    { state: "pending", expiresTs: 1 },
  ],
  [
    (c) => c.claimPairing("claim", "cookie"),
    "POST /api/pair",
    { claim: "claim", via: "cookie" },
    { state: "confirmed", device_id: "d" },
    { state: "confirmed", deviceId: "d" },
  ],
  [
    (c) => c.agents({ projectRoot: "/p", refresh: true }),
    "GET /api/agents?project_root=%2Fp&refresh=1",
    undefined,
    [],
    [],
  ],
  [
    (c) => c.trust("/p"),
    "GET /api/trust?project_root=%2Fp",
    undefined,
    { folders: [{ project_root: "/p" }] },
    [{ projectRoot: "/p" }],
  ],
  [
    (c) => c.setTrust("/p", true),
    "POST /api/trust",
    { project_root: "/p", trusted: true },
    { project_root: "/p", trusted_ts: 1 },
    { projectRoot: "/p", trustedTs: 1 },
  ],
  [(c) => c.backup("/b"), "POST /api/backup", { file: "/b" }, { bytes: 1 }, { bytes: 1 }],
  [(c) => c.restore("/b"), "POST /api/restore", { file: "/b" }, { sessions: 1 }, { sessions: 1 }],
  [
    (c) => c.previewRestore("/b"),
    "POST /api/restore/preview",
    { file: "/b" },
    { policies: [], omitted: 0 },
    { policies: [], omitted: 0 },
  ],
  [
    (c) => c.importSession("/f", "/p"),
    "POST /api/import",
    { file: "/f", project_root: "/p" },
    { session_id: "s", events: 1 },
    { sessionId: "s", events: 1 },
  ],
  [(c) => c.verify(), "GET /api/verify", undefined, { damaged: ["s"] }, { damaged: ["s"] }],
  [(c) => c.removeDevice("d"), "DELETE /api/devices/d", undefined, { ok: true }, undefined],
];

testRows(rows);
