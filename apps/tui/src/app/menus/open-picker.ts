import { limits } from "../../limits.ts";
import { createMenu, withItems } from "../../panels/menu.ts";
import type { AppParts } from "../app-parts.ts";
import { pickerItems } from "./session-picker.ts";

const title = "Sessions";

/** The list of sessions and of what waits for a person. It is there at once and filled when the server has answered. */
export function openPicker(app: AppParts): void {
  const { client, model } = app;
  app.choose(createMenu(title, [], "Looking …"), ({ id }) => app.openSession(id.replace(/^ask /, "")));
  const load = Promise.all([client.sessions({ limit: limits.sessions }), client.asks()]);
  app.actions.attempt(
    load.then(([{ sessions }, asks]) => {
      const open = model.menu;
      if (open?.menu.title !== title) return;
      const items = pickerItems(sessions, asks, app.context().glyphs, Date.now());
      model.menu = { ...open, menu: withItems({ ...open.menu, empty: "Nothing fits" }, items) };
      app.changed();
    }),
  );
}
