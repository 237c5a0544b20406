import { Argument, type Command, Option } from "commander";
import { parseOrigin } from "../../argument-parsers.ts";
import { type CompletionKind, completionKinds, type Shell, shells } from "../../completion/shells.ts";
import type { Act } from "../../context.ts";
import type { ServeOptions } from "./serve.ts";

export function defineServe(program: Command, act: Act): void {
  program
    .command("serve", { isDefault: true })
    .description("start the server (the default command)")
    .option("--tls-cert <file>", "serve HTTPS with this certificate (PEM, including its chain)")
    .option("--tls-key <file>", "the certificate's private key (PEM)")
    .option("--allow-plain-network", "allow unencrypted connections from other machines")
    .option("--base-path <path>", "the path under which a proxy serves Polylog, such as /polylog")
    .addOption(
      new Option("--origin <url...>", "the public address behind a proxy, such as https://host").argParser(
        parseOrigin,
      ),
    )
    .action((options: ServeOptions, command: Command) =>
      act(command, async (context) => (await import("./serve.ts")).serve(context, options)),
    );
}

export function defineServerTools(program: Command, act: Act): void {
  program
    .command("scripted-model")
    .description("start a model server that plays scripts, for demos and tests; prints its address")
    .option("--log <file>", "write each request to a file, one per line")
    .addHelpText("after", "\nWithout --port, it uses any free port.")
    .action((options: { log?: string }, command: Command) =>
      act(command, async (context) => (await import("./scripted-model.ts")).scriptedModel(context, options)),
    );
  program
    .command("doctor")
    .description("check this machine, the home folder, the log and the configuration")
    .action((_, command: Command) =>
      act(command, async (context) => (await import("./doctor.ts")).doctor(context)),
    );
}

export function defineCompletion(program: Command, act: Act): void {
  program
    .command("completion")
    .description("print a shell completion script that also completes sessions and agents")
    .addArgument(new Argument("<shell>", "the shell").choices(shells))
    .action((shell: Shell, _, command: Command) =>
      act(command, async (context) => (await import("./completion.ts")).completion(context, program, shell)),
    );
  program
    .command("complete", { hidden: true })
    .description("print candidates for the completion scripts")
    .addArgument(new Argument("<what>").choices(completionKinds))
    .action((what: CompletionKind, _, command: Command) =>
      act(command, async (context) => (await import("./complete.ts")).complete(context, what)),
    );
}
