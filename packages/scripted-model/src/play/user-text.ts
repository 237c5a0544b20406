/** What agents put around and between the words of a person, by the tag they mark it with. */
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

/** A person's own words in a user's text. */
export function ownText(text: string): string {
  return text.includes("<") ? text.replace(wrapped, "").trim() : text.trim();
}
