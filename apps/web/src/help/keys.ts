/** Every key there is, for the sheet that lists them. */
export const keyGroups: readonly {
  readonly name: string;
  readonly keys: readonly (readonly [keys: string, about: string])[];
}[] = [
  {
    name: "Everywhere",
    keys: [
      ["Mod+K", "Palette: sessions, actions, all text"],
      ["?", "This sheet, also in the empty field"],
      ["N", "New session"],
      ["I", "Inbox"],
      ["Alt+↑ Alt+↓", "Session above, below"],
    ],
  },
  {
    name: "In a session",
    keys: [
      ["Mod+F", "Find in the conversation, also in what is not on the screen"],
      ["Esc", "Interrupt what is at work; in another field, leave it"],
      ["1–9", "Answer what is asked, also in the empty field"],
      ["Enter", "Send the answer to a question"],
      ["Ctrl+O", "Open everything that is folded, and fold it again"],
      ["Ctrl+T", "The browser's own, for a new tab: /todos shows the plan"],
    ],
  },
  {
    name: "Writing",
    keys: [
      ["Enter", "Send; while the agent works, queue or steer"],
      ["Mod+Enter", "The other of queue and steer"],
      ["Tab", "Queue it, while the agent works"],
      ["Shift+Enter Ctrl+J \\+Enter", "New line"],
      ["Shift+Tab", "Next permission mode"],
      ["↑ ↓", "What was said before"],
      ["Esc Esc", "What was said last, to say it otherwise"],
      ["Ctrl+R", "Search what was said before"],
      ["/", "Commands; a space before it sends it as it is"],
      ["@", "Files of the project"],
    ],
  },
];
