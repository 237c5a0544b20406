/** Every key there is, for the sheet that lists them. */
export const keyGroups: readonly {
  readonly name: string;
  readonly keys: readonly (readonly [keys: string, about: string])[];
}[] = [
  {
    name: "Everywhere",
    keys: [
      ["Mod+K", "Palette: sessions, actions, all text"],
      ["?", "This sheet"],
      ["N", "New session"],
      ["I", "Inbox"],
      ["Alt+↑ Alt+↓", "Session above, below"],
    ],
  },
  {
    name: "In a session",
    keys: [
      ["Mod+F", "Find in the conversation, also in what is not on the screen"],
      ["Esc", "Interrupt what is at work"],
      ["1–9", "Answer what is asked"],
    ],
  },
  {
    name: "Writing",
    keys: [
      ["Enter", "Send; while the agent works, queue or steer"],
      ["Mod+Enter", "The other of queue and steer"],
      ["Shift+Enter", "New line"],
      ["Shift+Tab", "Next permission mode"],
      ["↑ ↓", "What was said before"],
      ["Esc Esc", "What was said last, to say it otherwise"],
      ["Ctrl+R", "Search what was said before"],
      ["/", "Commands"],
      ["@", "Files of the project"],
    ],
  },
];
