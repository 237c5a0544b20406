/** 200 values with shell syntax or leading dashes. None contains NUL. */
export function hostileValues(canary: string): string[] {
  const touch = `touch ${canary}`;
  const forms = [
    ...[`; ${touch}`, `&& ${touch}`, `| ${touch}`, `$(${touch})`, `\`${touch}\``, `\n${touch}\n`],
    ...[
      `" ; ${touch} ; "`,
      `' ; ${touch} ; '`,
      `\${IFS}${touch}`,
      `> ${canary}`,
      "--version",
      "-c",
      "--",
      "-",
    ],
    ...[
      "-e",
      "*",
      "~",
      "$HOME",
      "%PATH%",
      "--pre=touch",
      "-rf",
      "--files",
      "\\",
      "\t\r",
      "é\u2028😀",
      " ",
      "!!",
    ],
    ...["#", "$'\\x41'", "[a", "(", "{", "a{b,c}", "**", "?", "^$", "|", "\u202e", "'\"'\"'", "\\n", "a\nb"],
  ];
  return Array.from({ length: 200 }, (_, index) => {
    const form = forms[index % forms.length] as string;
    return index < forms.length ? form : `${form}${index}`;
  });
}
