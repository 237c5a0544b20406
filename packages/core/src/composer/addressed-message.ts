/** A typed message, with its agent if it begins with an agent's name: `@reviewer look at this`. */
export interface Addressed {
  readonly text: string;
  readonly agentId?: string;
}

/** Only an existing agent counts; any other `@`, such as before a file, is part of the text. */
export function addressed(text: string, agentIds: Iterable<string>): Addressed {
  const [all, name, rest] = /^@([a-z0-9][a-z0-9_-]*)\s+(\S[\s\S]*)$/i.exec(text.trimStart()) ?? [];
  if (all === undefined || name === undefined || rest === undefined) return { text };
  for (const agentId of agentIds) if (agentId === name) return { text: rest, agentId };
  return { text };
}
