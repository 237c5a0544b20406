import type { CommandTree, CompletedCommand, CompletedOption, Values } from "./command-tree.ts";

/** The fish script: a line for each completion and its condition. */
export function fishScript({ name, globals, commands, usual }: CommandTree): string {
  const taking = [...globals, ...commands.flatMap(({ options }) => options)].filter(
    ({ values }) => values !== null,
  );
  const flags = [...new Set(taking.map(({ flag }) => flag))];
  return `# fish completion for ${name}: save as ${name}.fish in ~/.config/fish/completions.

# The words before the cursor that are neither options nor their values: the command, then its arguments.
function __${name}_words
    set -l skip no
    for word in (commandline -opc)[2..]
        if test $skip = yes
            set skip no
        else if contains -- $word ${flags.join(" ")}
            set skip yes
        else if not string match -q -- '-*' $word
            echo $word
        end
    end
end

function __${name}_begins
    test (count (__${name}_words)) -eq 0
end

# Whether the line has this command and, if a number is given, that many of its arguments.
function __${name}_at
    set -l words (__${name}_words)
    test "$words[1]" = $argv[1]; or return 1
    test (count $argv) -eq 1; or test (math (count $words) - 1) -eq $argv[2]
end

# Sessions or agents, of the server given on the command line.
function __${name}_ask
    set -l words (commandline -opc)
    set -l server
    for flag in --home --host --port --token
        set -l at (contains -i -- $flag $words); and set -a server $flag $words[(math $at + 1)]
    end
    ${name} complete $argv[1] $server 2>/dev/null
end

complete -c ${name} -f
${commands.map((each) => `complete -c ${name} -n __${name}_begins -a ${each.name} -d ${quoted(each.about)}`).join("\n")}
${globals.map((option) => optionLine(name, null, option)).join("\n")}
${[
  ...usual.options.map((option) => optionLine(name, `__${name}_begins`, option)),
  ...commands.flatMap((command) => commandLines(name, command)),
].join("\n")}
`;
}

function commandLines(program: string, { name, options, places }: CompletedCommand): string[] {
  return [
    ...options.map((option) => optionLine(program, `__${program}_at ${name}`, option)),
    ...places.flatMap((values, at) => {
      const found = lookUp(program, values);
      const when = quoted(`__${program}_at ${name} ${at}`);
      return found === null ? [] : [`complete -c ${program} -n ${when} ${found}`];
    }),
  ];
}

function optionLine(program: string, when: string | null, { flag, about, values }: CompletedOption): string {
  const condition = when === null ? "" : ` -n ${quoted(when)}`;
  const value = values === null ? "" : ` ${values.kind === "free" ? "-x" : `-r ${lookUp(program, values)}`}`;
  return `complete -c ${program}${condition} -l ${flag.replace(/^--/, "")}${value} -d ${quoted(about)}`;
}

function lookUp(program: string, values: Values): string | null {
  switch (values.kind) {
    case "words":
      return `-f -a ${quoted(values.words.join(" "))}`;
    case "sessions":
    case "agents":
      return `-f -k -a ${quoted(`(__${program}_ask ${values.kind})`)}`;
    case "files":
      return "-F";
    case "folders":
      return "-f -a '(__fish_complete_directories (commandline -ct))'";
    case "free":
      return null;
  }
}

function quoted(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
