import { z } from "zod";
import { defineRoute, RawAnswer } from "./define.ts";

const TYPE = "text/plain; version=0.0.4; charset=utf-8";

const getMetrics = defineRoute({
  method: "get",
  path: "/metrics",
  role: "viewer",
  group: "server",
  summary: "Numbers for Prometheus",
  type: "text/plain",
  result: z.string(),
  handle: async (_, { metrics }) => new RawAnswer(TYPE, await metrics()),
});

export const metricRoutes = [getMetrics];
