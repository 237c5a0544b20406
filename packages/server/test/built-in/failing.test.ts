import { playAll, plays } from "./support/scenario.ts";

const twice = { options: { max_retries: 2 } };

playAll([
  {
    ...{ name: "[BI4] [S25] a key that is refused: not tried again, and not told", file: "error-401" },
    play: plays("Go [[error 401]]"),
  },
  {
    ...{
      name: "[BI4] a server with too much to do says when to come back",
      file: "error-429",
      agent: twice,
    },
    play: plays("Go [[error 429 1]] [[say ok]]"),
  },
  {
    ...{ name: "[BI4] a server that fails once", file: "error-500", agent: twice },
    play: plays("Go [[error 500 1]] [[say ok]]"),
  },
  {
    ...{ name: "[BI4] an answer that is cut", file: "cut", agent: twice },
    play: plays("Go [[say Half ++ cut 1]] [[say the rest]]"),
  },
  {
    ...{ name: "[BI4] an answer that stalls", file: "stall" },
    agent: { options: { max_retries: 2, idle_timeout_ms: 400 } },
    play: plays("Go [[say Half ++ stall 60000]] [[say the rest]]"),
  },
  {
    ...{ name: "[BI4] a chunk that is no JSON", file: "malformed", agent: twice },
    play: plays("Go [[say Half ++ malformed 1]] [[say the rest]]"),
  },
  {
    ...{ name: "[BI4] an answer without its end", file: "no-done", agent: twice },
    play: plays("Go [[say Half ++ nodone 1]] [[say the rest]]"),
  },
  {
    ...{ name: "[BI4] a model that fails is followed by the next", file: "fallback" },
    agent: { options: { max_retries: 0, fallback: ["other"] } },
    play: plays("Go [[error 500 1]] [[say ok]]"),
  },
]);
