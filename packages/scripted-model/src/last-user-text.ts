import type { ModelRequest, Turn } from "./conversation.ts";

/** The user's latest text, and the turns since. */
export type LastUserText = { readonly text: string; readonly since: readonly Turn[] };

export function lastUserText(
  { turns }: ModelRequest,
  wanted: (text: string) => boolean = (text) => text !== "",
): LastUserText | null {
  for (let at = turns.length - 1; at >= 0; at -= 1) {
    const turn = turns[at] as Turn;
    if (turn.role !== "user") continue;
    const text = turn.texts.map(ownText).findLast(wanted);
    if (text !== undefined) return { text, since: turns.slice(at + 1) };
  }
  return null;
}

/** The tags with which agents mark text that they add around the user's own. */
const wrappers = [
  "system-reminder",
  "system_reminder",
  "environment_context",
  "user_instructions",
  "INSTRUCTIONS",
  "skills_instructions",
  "permissions_instructions",
  "skill",
  "turn_aborted",
  "user_shell_command",
  "subagent_notification",
  "task-notification",
  "local-command-caveat",
  "local-command-stdout",
  "bash-input",
  "bash-stdout",
  "bash-stderr",
  "user-prompt-submit-hook",
];
const wrapped = new RegExp(`<(${wrappers.join("|")})(?:\\s[^>]*)?>[\\s\\S]*?(?:</\\1>|$)`, "g");

/** The part of a text that the user wrote. */
function ownText(text: string): string {
  return text.includes("<") ? text.replace(wrapped, "").trim() : text.trim();
}
