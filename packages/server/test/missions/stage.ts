import type { Services } from "../../src/services.ts";
import type { ServerOptions } from "../../src/start-server.ts";
import { Talk } from "../exchange/support/agents.ts";
import { type Home, makeHome, type ScriptedAgent } from "../reliability/support/home.ts";
import { type ServerHere, startHere } from "../reliability/support/server-here.ts";

/** A server whose clock stops until the test moves it. */
export interface Stage {
  readonly home: Home;
  readonly server: ServerHere;
  readonly services: Services;
  readonly clock: Clock;
  /** Moves the clock and runs the scheduler. */
  pass(seconds: number): Promise<void>;
  /** Stops the server and starts it again on the same home, at the same time. */
  again(): Promise<Stage>;
}

export class Clock {
  ts: number;

  constructor(start: string) {
    this.ts = Date.parse(start);
  }
}

export async function openStage(
  agents: Readonly<Record<string, ScriptedAgent>>,
  start = "2026-03-02T08:00:00Z",
): Promise<Stage> {
  return startStage(makeHome(agents), new Clock(start));
}

export async function startStage(
  home: Home,
  clock: Clock,
  more: Partial<ServerOptions> = {},
): Promise<Stage> {
  const server = await startHere(home, { now: () => clock.ts, ...more });
  const { services } = server;
  return {
    ...{ home, server, services, clock },
    pass: async (seconds) => {
      clock.ts += seconds * 1000;
      await services.scheduler.tick();
    },
    again: async () => {
      await server.close();
      return startStage(home, clock, more);
    },
  };
}

/** The session in which an agent works on the mission. */
export async function openMissionSession({ services, server, home }: Stage, agentId: string): Promise<Talk> {
  const mission = await services.missions.current(home.project);
  return Talk.of(server.client, mission?.agents[agentId]?.sessionId as string);
}
