import { Argument, type Command, Option } from "commander";
import { parseOrigin } from "../../argument-parsers.ts";
import { type CompletionKind, completionKinds, type Shell, shells } from "../../completion/shells.ts";
import type { Act } from "../../context.ts";
import type { ServeOptions } from "./serve.ts";

export function defineServe(program: Command, act: Act): void {
  program
    .command("serve", { isDefault: true })
    .description("start the server; this is what polylog does when no command is given")
    .option("--tls-cert <file>", "serve HTTPS with this certificate (PEM, with its chain)")
    .option("--tls-key <file>", "the certificate's private key (PEM)")
    .option("--allow-plain-network", "listen beyond this machine although nothing is encrypted")
    .option("--base-path <path>", "a path such as /polylog below which a proxy serves it")
    .addOption(
      new Option("--origin <url...>", "where people reach it through a proxy: https://host").argParser(
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
    .description("serve a model that plays scripts, for trying things out and for tests; prints where it is")
    .option("--log <file>", "write each request into a file, a line each")
    .addHelpText("after", "\nWithout --port it takes any that is free.")
    .action((options: { log?: string }, command: Command) =>
      act(command, async (context) => (await import("./scripted-model.ts")).scriptedModel(context, options)),
    );
  program
    .command("doctor")
    .description("check this machine, the home, every event of the log, and the configuration")
    .action((_, command: Command) =>
      act(command, async (context) => (await import("./doctor.ts")).doctor(context)),
    );
}

export function defineCompletion(program: Command, act: Act): void {
  program
    .command("completion")
    .description("print a script that makes a shell complete this command, sessions and agents included")
    .addArgument(new Argument("<shell>", "which one").choices(shells))
    .action((shell: Shell, _, command: Command) =>
      act(command, async (context) => (await import("./completion.ts")).completion(context, program, shell)),
    );
  program
    .command("complete", { hidden: true })
    .description("what the scripts of completion ask for")
    .addArgument(new Argument("<what>").choices(completionKinds))
    .action((what: CompletionKind, _, command: Command) =>
      act(command, async (context) => (await import("./complete.ts")).complete(context, what)),
    );
}
