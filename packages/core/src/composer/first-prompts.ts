/** The suggestions in an empty session, the same on every screen. Each works in any project, and the demo can run each. */
export const firstPrompts: readonly { readonly title: string; readonly text: string }[] = [
  {
    title: "Explain this project",
    text: "What is in this project? Read what you need and explain it in a few sentences",
  },
  { title: "Run the tests", text: "Run the tests and tell me what fails" },
  { title: "Add a greeting", text: "Add a file with a short greeting" },
];
