import { connect } from "@polylog/client";
import { createHooks } from "@polylog/client/react";
import * as React from "react";
import { fetchOrKept } from "../offline/kept.ts";
import { baseUrl } from "./base.ts";

/** The one connection of this page. */
export const client = connect({
  url: baseUrl,
  fetch: fetchOrKept,
  // Once a frame; a page that is not seen has no frames but still counts what waits.
  schedule: (run) => {
    if (document.hidden) setTimeout(run, 200);
    else requestAnimationFrame(run);
  },
});

export const { useSession, useSessionPart, useConnection } = createHooks(React);
