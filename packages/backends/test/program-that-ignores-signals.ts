/**
 * The code of a program that ignores every signal that it can, with three children that do the same: one in its group,
 * one in a separate session, and one whose parent has exited. Each has the name in its command line. When all of them
 * run, the program runs `then`.
 */
export function programThatIgnoresSignals(name: string, then: string): string {
  const stubborn = `/* ${name} */ for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => {}); setInterval(() => {}, 1000);`;
  const child = `${stubborn} console.log("up");`;
  const spawn = (code: string, detached: boolean, stdout: string) =>
    `require("node:child_process").spawn(process.execPath, ["-e", ${JSON.stringify(code)}], { detached: ${detached}, stdio: ["ignore", "${stdout}", "inherit"] })`;
  const parentOfOrphan = `${spawn(child, true, "inherit")}.unref(); process.exit()`;
  return `
    ${stubborn}
    let missing = 3;
    const count = (data) => { missing -= String(data).split("up").length - 1; if (missing === 0) { ${then} } };
    ${spawn(child, false, "pipe")}.stdout.on("data", count);
    ${spawn(child, true, "pipe")}.stdout.on("data", count);
    ${spawn(parentOfOrphan, false, "pipe")}.stdout.on("data", count);
  `;
}
