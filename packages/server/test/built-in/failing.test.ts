import { playAll, plays } from "./support/scenario.ts";

const twice = { options: { max_retries: 2 } };

playAll([
  {
    ...{ name: "[BI4] [S25] a rejected key is not tried again, and not shown", file: "error-401" },
    play: plays("Go [[error 401]]"),
  },
  {
    ...{
      name: "[BI4] an overloaded server states when to retry",
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
    ...{ name: "[BI4] an answer that breaks off", file: "cut", agent: twice },
    play: plays("Go [[say Half ++ cut 1]] [[say the rest]]"),
  },
  {
    ...{ name: "[BI4] an answer that stalls", file: "stall" },
    agent: { options: { max_retries: 2, idle_timeout_ms: 400 } },
    play: plays("Go [[say Half ++ stall 60000]] [[say the rest]]"),
  },
  {
    ...{ name: "[BI4] a chunk that is not JSON", file: "malformed", agent: twice },
    play: plays("Go [[say Half ++ malformed 1]] [[say the rest]]"),
  },
  {
    ...{ name: "[BI4] an answer without an end marker", file: "no-done", agent: twice },
    play: plays("Go [[say Half ++ nodone 1]] [[say the rest]]"),
  },
  {
    ...{ name: "[BI4] the next model replaces one that fails", file: "fallback" },
    agent: { options: { max_retries: 0, fallback: ["other"] } },
    play: plays("Go [[error 500 1]] [[say ok]]"),
  },
]);
