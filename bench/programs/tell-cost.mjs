import { connect } from "node:net";
import { createInterface } from "node:readline";

/**
 * Loaded before a program whose terminal is measured: tells what the process has cost, the same way for all of them. What else
 * comes along the line is for the program.
 */
const socket = connect({ host: "127.0.0.1", port: Number(process.env.BENCH_LINE), noDelay: true });
createInterface({ input: socket }).on("line", (line) => {
  const { cost, token } = JSON.parse(line);
  if (cost) {
    const { user, system } = process.cpuUsage();
    socket.write(`${(user + system) / 1000}\n`);
  } else process.emit("bench-token", token);
});
