import { connect } from "@polylog/client";
import { createHooks } from "@polylog/client/react";
import * as React from "react";
import { fetchOrCached } from "../offline/offline-cache.ts";
import { baseUrl } from "../routing/base-url.ts";
import { inNextFrame } from "./next-frame.ts";
import { originKey } from "./origin-key.ts";

/** The only connection of this page. */
export const client = connect({
  url: baseUrl,
  fetch: fetchOrCached,
  originKey,
  schedule: inNextFrame,
});

export const { useSession, useSessionPart, useConnection } = createHooks(React);
