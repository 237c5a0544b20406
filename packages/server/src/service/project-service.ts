import { PolylogError } from "../errors.ts";
import type { Mission, MissionInput } from "../service.ts";
import type { EventStore } from "../store/store.ts";
import { projectFolder } from "./tree.ts";

/** What belongs to a project rather than to a session: its mission. */
export class ProjectService {
  private readonly store: EventStore;
  private readonly newId: () => string;
  private readonly now: () => number;

  constructor(store: EventStore, newId: () => string, now: () => number) {
    this.store = store;
    this.newId = newId;
    this.now = now;
  }

  async mission(projectRoot: string): Promise<Mission | null> {
    const missions = await this.missions(projectRoot);
    return missions.find((mission) => mission.endedTs === null) ?? null;
  }

  /** Newest first. */
  async missions(projectRoot: string): Promise<Mission[]> {
    const root = await projectFolder(projectRoot);
    const all = (await this.store.documents(MISSION)).map(({ value }) => value as Mission);
    return all.filter((mission) => mission.projectRoot === root).sort((a, b) => b.createdTs - a.createdTs);
  }

  /** A project has one mission: setting another ends the one before. */
  async setMission(projectRoot: string, input: MissionInput): Promise<Mission> {
    const root = await projectFolder(projectRoot);
    const mission: Mission = {
      ...input,
      missionId: this.newId(),
      projectRoot: root,
      createdTs: this.now(),
      endedTs: null,
      triggers: 0,
    };
    const ended = await this.endedNow(root);
    await this.store.commit({
      documents: [...ended, { kind: MISSION, key: mission.missionId, value: mission }],
    });
    return mission;
  }

  async clearMission(projectRoot: string): Promise<void> {
    const documents = await this.endedNow(await projectFolder(projectRoot));
    if (documents.length === 0)
      throw new PolylogError("not_found", "This project has no mission.", { projectRoot });
    await this.store.commit({ documents });
  }

  private async endedNow(root: string) {
    const current = await this.mission(root);
    if (current === null) return [];
    return [{ kind: MISSION, key: current.missionId, value: { ...current, endedTs: this.now() } }];
  }
}

const MISSION = "mission";
