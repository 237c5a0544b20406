import { connect } from "@polylog/client";

const client = connect({ url: process.env.POLYLOG_URL ?? "", token: process.env.POLYLOG_TOKEN });
const run = await client.run({
  projectRoot: process.cwd(),
  text: process.argv[2] ?? "Run the tests and tell me what fails",
});

async function allowOnce() {
  for await (const ask of run.asks()) {
    if (ask.kind !== "permission") continue;
    const option = ask.options.find(({ kind }) => kind === "allow_once");
    if (option !== undefined) await client.asks.answer(ask, { optionId: option.optionId });
  }
}
const answering = allowOnce();
for await (const text of run.textStream()) process.stdout.write(text);
await answering;
const { outcome, costUsd } = await run.finished;
console.log(`\n${outcome}, $${costUsd.toFixed(2)}`);
