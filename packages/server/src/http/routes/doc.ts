import { z } from "zod";
import { docPage, docStyle } from "../doc-page.ts";
import { defineRoute, RawAnswer } from "./define.ts";

const getDocument = defineRoute({
  method: "get",
  path: "/api/openapi.json",
  role: "viewer",
  group: "server",
  summary: "These routes as OpenAPI 3.1",
  result: z.unknown(),
  handle: (_, { document }) => document(),
});

const getPage = defineRoute({
  method: "get",
  path: "/doc",
  // It holds nothing but this description, and a browser that opens a page cannot send its key along.
  role: "open",
  group: "server",
  summary: "These routes as a page to read",
  type: "text/html",
  result: z.string(),
  handle: async (_, { document }) => new RawAnswer("text/html; charset=utf-8", docPage(await document())),
});

const getStyle = defineRoute({
  method: "get",
  path: "/doc/style.css",
  role: "open",
  group: "server",
  summary: "The page's looks",
  type: "text/css",
  result: z.string(),
  handle: () => new RawAnswer("text/css; charset=utf-8", docStyle),
});

export const docRoutes = [getDocument, getPage, getStyle];
