import { connect } from "node:net";
import { createInterface } from "node:readline";

/**
 * Loaded before a program whose terminal is measured. Reports the cost of the process, the same way for all programs.
 * Other messages on the connection are for the program.
 */
const socket = connect({ host: "127.0.0.1", port: Number(process.env.BENCH_LINE), noDelay: true });
createInterface({ input: socket }).on("line", (line) => {
  const { cost, token } = JSON.parse(line);
  if (cost) {
    const { user, system } = process.cpuUsage();
    socket.write(`${(user + system) / 1000}\n`);
  } else process.emit("bench-token", token);
});
