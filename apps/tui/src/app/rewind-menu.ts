import { firstLine } from "@polylog/core";
import { editorWith } from "../input/editor.ts";
import { createMenu, type MenuItem } from "../panels/menu.ts";
import { ago } from "../render/format.ts";
import type { AppParts } from "./parts.ts";

/** Which of one's messages to go back to before, and whether the rest is kept. */
export function rewindMenu(app: AppParts): void {
  const { sessionId, conversation } = app.session;
  if (sessionId === null) return app.actions.remark("There is no session yet.");
  const said: MenuItem[] = [];
  const texts = new Map<string, string>();
  for (const entry of conversation.main.entries) {
    if (entry.kind !== "message" || entry.role !== "user" || entry.hidden) continue;
    texts.set(String(entry.seq), entry.body.toString());
    said.push({
      id: String(entry.seq),
      name: firstLine(entry.body.toString()),
      detail: ago(entry.ts, Date.now()),
    });
  }
  app.choose(createMenu("Back to before", said.reverse(), "Nothing was said yet"), ({ id }) =>
    askHow(app, sessionId, Number(id), texts.get(id) ?? ""),
  );
}

function askHow(app: AppParts, sessionId: string, seq: number, text: string): void {
  const ways: readonly MenuItem[] = [
    { id: "fork", name: "In a new session", detail: "this one stays as it is" },
    { id: "rewind", name: "Here", detail: "what came after is removed from this session" },
  ];
  app.choose(createMenu(`Before “${firstLine(text, 40)}”`, ways), ({ id }) => {
    const work =
      id === "fork"
        ? app.client.fork(sessionId, seq - 1).then((row) => app.openSession(row.sessionId))
        : app.client.rewind(sessionId, seq - 1);
    app.actions.attempt(
      work.then(() => {
        app.model.editor = editorWith(text);
        app.changed();
      }),
    );
  });
}
