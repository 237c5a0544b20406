import type { AgentContext, RequestPermissionRequest } from "@agentclientprotocol/sdk";
import type { Client } from "@polylog/client";
import { emptyConversation, fold, type KnownEvent, pendingAsks } from "@polylog/core";
import { expect, test } from "vitest";
import { askEditor } from "../../src/acp/asks.ts";

const options = [
  { optionId: "yes", name: "Allow", kind: "allow_once" as const },
  { optionId: "session", name: "Allow in this session", kind: "allow_session" as const },
  { optionId: "no", name: "Deny", kind: "reject_once" as const },
];

/** The permission requests that an editor receives after these events. */
async function asked(...bodies: readonly object[]): Promise<RequestPermissionRequest> {
  const stamped = bodies.map((body, index) => ({
    ...{ id: `e${index}`, sessionId: "s", seq: index + 1, rev: 0, ts: 1, runId: "r", agentId: "a" },
    ...body,
  })) as KnownEvent[];
  const conversation = stamped.reduce(fold, emptyConversation);
  const requests: RequestPermissionRequest[] = [];
  const editor = {
    request: async (_: string, request: RequestPermissionRequest) => {
      requests.push(request);
      return { outcome: { outcome: "cancelled" } };
    },
  } as unknown as AgentContext;
  const place = { client: {} as Client, editor, sessionId: "s", hasForms: false, projectRoot: "/code/shop" };
  const [ask] = pendingAsks(conversation);
  if (ask === undefined) throw new Error("Nothing is asked.");
  await askEditor({ ...place, conversation: () => conversation }, ask.entry, new AbortController().signal);
  return requests[0] as RequestPermissionRequest;
}

test("[S31] a patch that is only in its call is shown in full, not as a bare apply_patch", async () => {
  const change = { path: "src/app.ts", kind: { type: "update" }, diff: "@@ -1 +1 @@\n-one\n+two\n" };
  const { toolCall } = await asked(
    { type: "run_started" },
    {
      type: "tool_call_start",
      callId: "c",
      toolName: "apply_patch",
      kind: "edit",
      input: { changes: [change] },
    },
    { type: "permission_request", requestId: "p", callId: "c", toolName: "apply_patch", input: {}, options },
  );
  const text = toolCall.content?.map((item) =>
    item.type === "content" && item.content.type === "text" ? item.content.text : "",
  );
  expect(toolCall.title).toBe("Edit src/app.ts");
  expect(text?.join("")).toContain("Change to src/app.ts:\n  - one\n  + two");
});

test("[S31] an edit of a relative path is shown with its diff and its absolute path", async () => {
  const input = { path: "src/app.ts", edits: [{ oldText: "one", newText: "two" }], force: true };
  const { toolCall, options: shown } = await asked(
    { type: "run_started" },
    { type: "tool_call_start", callId: "c", toolName: "edit", input },
    { type: "permission_request", requestId: "p", callId: "c", toolName: "edit", input, options },
  );
  expect(toolCall).toEqual({
    ...{ toolCallId: expect.any(String), name: "edit", kind: "edit", status: "pending" },
    title: "Edit src/app.ts",
    rawInput: input,
    locations: [{ path: "/code/shop/src/app.ts" }],
    content: [
      { type: "diff", path: "/code/shop/src/app.ts", oldText: "one", newText: "two" },
      {
        type: "content",
        content: {
          type: "text",
          text: [
            "Edit src/app.ts",
            "shop · a",
            "Folder: /code/shop",
            "File: src/app.ts",
            "edits:",
            "  [",
            "    {",
            '      "oldText": "one",',
            '      "newText": "two"',
            "    }",
            "  ]",
            "force: true",
            "Allow in this session: Allows any change to this file in this session without asking",
          ].join("\n"),
        },
      },
    ],
  });
  expect(shown.map(({ name }) => name)).toEqual(["Allow once", "Allow in this session", "Reject"]);
});
