import {
  type Conversation,
  collapsedGroups,
  findRun,
  type Group,
  type Grouping,
  groupedSteps,
  isStep,
} from "@polylog/core";

/** One row of the conversation: a group, or only the header of a response whose first group is hidden. */
interface ConversationRow {
  readonly group: Group;
  /** On the first row of a finished response: the response and its state. */
  readonly response: FinishedResponse | null;
  readonly isHeadOnly: boolean;
}

export interface FinishedResponse {
  readonly key: string;
  /** The index of its first entry in the lane. */
  readonly from: number;
  /** Null if it has no steps to hide. */
  readonly isOpen: boolean | null;
}

/** The responses that the reader opened or closed. */
export interface Choices {
  /** Null if the reader chose nothing. */
  get(responseKey: string): boolean | null;
  set(responseKey: string, isOpen: boolean): void;
}

/** A response with fewer steps stays open by default, because its summary would save no space. */
const collapsesFrom = 3;

/**
 * The rows of a conversation in which finished responses are collapsed. Settled groups are added once, so an event
 * costs only the rows it adds; the reader's own choice rebuilds all rows.
 */
export class ConversationRows {
  private readonly choices: Choices;
  private rows: ConversationRow[] = [];
  private taken = 0;
  private newest: Group | null = null;
  private isBuilt = false;
  /** Active runs with a response that ended because the run was steered. */
  private readonly steered = new Set<string>();
  /** The last response, which may still get more rows. */
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

  /** The index of the row with this key, also if the group is inside another one. */
  indexOf(key: string): number {
    for (let index = this.length - 1; index >= 0; index--) {
      const group = this.at(index)?.group;
      if (group?.key === key) return index;
      if (group !== undefined && group.kind !== "entry" && group.entries.some((entry) => entry.key === key))
        return index;
    }
    return -1;
  }

  /** Whether the groups are a later state of the ones that were added. */
  continues({ settled }: Grouping): boolean {
    return this.taken <= settled.length && (this.taken === 0 || settled.get(this.taken - 1) === this.newest);
  }

  /** Applies a later state of the same lane. Nothing collapses while the reader has scrolled back. */
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
      // A step after the end of its run belongs to a response that is already collapsed.
      if (!(last.isClosed && last.hides && isStep(group))) this.rows.push(plainRow(group));
      return;
    }
    this.close(conversation, keepsOpen);
    const key = group.responseKey;
    this.last = key === null ? null : { key, at: this.rows.length, hides: false, isClosed: false };
    this.rows.push(plainRow(group));
  }

  /** Marks the last response as finished and hides its steps if it collapses. */
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
