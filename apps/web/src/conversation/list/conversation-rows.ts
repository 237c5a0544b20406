import {
  type Conversation,
  collapsedGroups,
  findRun,
  type Group,
  type Grouping,
  groupedSteps,
  isStep,
} from "@polylog/core";

/** One row of the talk: a group, or only the head of a response whose first group is hidden. */
interface ConversationRow {
  readonly group: Group;
  /** On the first row of a finished response: how it stands. */
  readonly response: FinishedResponse | null;
  readonly isHeadOnly: boolean;
}

export interface FinishedResponse {
  readonly key: string;
  /** Where its first entry stands in the lane. */
  readonly from: number;
  /** Null where it has no steps to hide. */
  readonly isOpen: boolean | null;
}

/** What the reader opened and closed by hand. */
export interface Choices {
  /** Null where nothing was chosen. */
  get(responseKey: string): boolean | null;
  set(responseKey: string, isOpen: boolean): void;
}

/** A response with fewer rows to hide is open until the reader closes it: a summary in their place would save nothing. */
const collapsesFrom = 3;

/**
 * The rows of a talk in which finished responses are collapsed. Settled groups are taken in once: an event costs what it
 * added, and only the reader's own choice builds all rows again.
 */
export class ConversationRows {
  private readonly choices: Choices;
  private rows: ConversationRow[] = [];
  private taken = 0;
  private newest: Group | null = null;
  private isBuilt = false;
  /** Runs at work of which a response has ended because they were steered. */
  private readonly steered = new Set<string>();
  /** The response at the end of the rows, of which more may come. */
  private last: { readonly key: string; readonly at: number; hides: boolean; isClosed: boolean } | null =
    null;
  private live: readonly ConversationRow[] = [];
  private liveGroups: readonly Group[] = [];

  constructor(choices: Choices) {
    this.choices = choices;
  }

  get length(): number {
    return this.rows.length + this.live.length;
  }

  at(index: number): ConversationRow | undefined {
    return index < this.rows.length ? this.rows[index] : this.live[index - this.rows.length];
  }

  /** Where the group with this key stands, also inside another one. */
  indexOf(key: string): number {
    for (let index = this.length - 1; index >= 0; index--) {
      const group = this.at(index)?.group;
      if (group?.key === key) return index;
      if (group !== undefined && group.kind !== "entry" && group.entries.some((entry) => entry.key === key))
        return index;
    }
    return -1;
  }

  /** Whether the groups are a later state of those that were taken in. */
  continues({ settled }: Grouping): boolean {
    return this.taken <= settled.length && (this.taken === 0 || settled.get(this.taken - 1) === this.newest);
  }

  /** Takes in a later state of the same lane. Nothing collapses under a reader who has scrolled back. */
  follow({ settled, live }: Grouping, conversation: Conversation, isReading: boolean): void {
    for (const runId of this.steered) if (hasEnded(conversation, runId)) this.restart();
    const keepsOpen = isReading && this.isBuilt;
    for (; this.taken < settled.length; this.taken++) {
      this.newest = settled.get(this.taken) as Group;
      this.add(this.newest, conversation, keepsOpen);
    }
    const runId = this.last === null ? null : runIdOf(this.rows[this.last.at]?.group);
    if (live[0]?.responseKey !== this.last?.key && runId !== null && hasEnded(conversation, runId))
      this.close(conversation, keepsOpen);
    if (this.liveGroups !== live) this.live = live.map(plainRow);
    this.liveGroups = live;
    this.isBuilt = true;
  }

  private restart(): void {
    this.rows = [];
    this.taken = 0;
    this.last = null;
    this.steered.clear();
  }

  private add(group: Group, conversation: Conversation, keepsOpen: boolean): void {
    const { last } = this;
    if (last !== null && group.responseKey === last.key) {
      // What comes after the end of its run belongs to a response that is collapsed already.
      if (!(last.isClosed && last.hides && isStep(group))) this.rows.push(plainRow(group));
      return;
    }
    this.close(conversation, keepsOpen);
    const key = group.responseKey;
    this.last = key === null ? null : { key, at: this.rows.length, hides: false, isClosed: false };
    this.rows.push(plainRow(group));
  }

  /** The response at the end is finished: its steps go, if it is collapsed. */
  private close(conversation: Conversation, keepsOpen: boolean): void {
    const { last } = this;
    if (last === null || last.isClosed) return;
    const groups = this.rows.slice(last.at).map(({ group }) => group);
    const [first] = groups;
    const runId = runIdOf(first);
    if (first === undefined || runId === null) return;
    const outcome = findRun(conversation, runId)?.outcome ?? null;
    if (outcome === null) return void this.steered.add(runId);
    last.isClosed = true;
    const hidden = collapsedGroups(groups);
    const collapses = hidden.size >= collapsesFrom && outcome === "completed";
    if (collapses && keepsOpen && this.choices.get(last.key) === null) this.choices.set(last.key, true);
    const isOpen = this.choices.get(last.key) ?? !collapses;
    last.hides = !isOpen && hidden.size > 0;
    const response = {
      key: last.key,
      from: first.pos,
      isOpen: hidden.size === 0 ? null : isOpen,
    };
    const shown = last.hides
      ? groups.filter((group) => group === first || !hidden.has(group))
      : groupedSteps(groups);
    this.rows.length = last.at;
    for (const group of shown) {
      const isHeadOnly = last.hides && group === first && hidden.has(first);
      this.rows.push({ group, response: group.key === first.key ? response : null, isHeadOnly });
    }
  }
}

function runIdOf(group: Group | undefined): string | null {
  return (group?.kind === "entry" ? group.entry : group?.entries[0])?.runId ?? null;
}

function hasEnded(conversation: Conversation, runId: string): boolean {
  return (findRun(conversation, runId)?.outcome ?? null) !== null;
}

function plainRow(group: Group): ConversationRow {
  return { group, response: null, isHeadOnly: false };
}
