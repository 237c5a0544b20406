/** What Claude Code tells its model where a person stopped a call, or denied it on the program's own screen. */
export const rejectionWords =
  /^(?:The user doesn't want to (?:proceed with this tool use|take this action)|\[Request interrupted by user|Tool permission request failed: .{0,40}\baborted)/;
