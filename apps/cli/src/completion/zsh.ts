import type { CommandTree, CompletedCommand, CompletedOption, Values } from "./command-tree.ts";

/** The zsh script. It uses `_arguments` and shows descriptions. */
export function zshScript({ name, globals, commands, usual }: CommandTree): string {
  return `#compdef ${name}
# zsh completion for ${name}: save as _${name} in a folder of $fpath, or eval "$(${name} completion zsh)" after compinit.

# Sessions or agents, of the server given on the command line.
_${name}_ask() {
  local -a server found
  local index
  for ((index = 2; index < $#_${name}_words; index++)); do
    case $_${name}_words[index] in
      --home|--host|--port|--token) server+=("$_${name}_words[index]" "\${(Q)_${name}_words[index+1]}") ;;
    esac
  done
  local line
  for line in "\${(@f)$(${name} complete $1 $server 2>/dev/null)}"; do
    [[ -n $line ]] && found+=("\${\${line//:/\\\\:}/$'\\t'/:}")
  done
  _describe -t $1 $1 found -V $1
}

_${name}() {
  local curcontext="$curcontext" state line
  local -a _${name}_words global
  typeset -A opt_args
  _${name}_words=("$words[@]")
  global=(
${specs(name, globals, "    ")}
  )
  _arguments -C $global ${specs(name, usual.options, "").replaceAll("\n", " ")} '1: :->command' '*::: :->argument'
  case $state in
    command)
      local -a commands
      commands=(
${commands.map((each) => `        ${quoted(`${each.name}:${each.about}`)}`).join("\n")}
      )
      _describe -t commands command commands
      ;;
    argument)
      words=($line[1] "$words[@]")
      ((CURRENT += 1))
      case $line[1] in
${commands.map((each) => commandCase(name, each)).join("\n")}
      esac
      ;;
  esac
}

if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
  _${name} "$@"
else
  compdef _${name} ${name}
fi
`;
}

function commandCase(program: string, { name, options, places }: CompletedCommand): string {
  const own = options.map((option) => quoted(spec(program, option)));
  const arguments_ = places.map((values, at) => quoted(`${at + 1}:${actionOf(program, values)}`));
  return `        ${name}) _arguments $global ${[...own, ...arguments_].join(" ")} ;;`;
}

function specs(program: string, options: readonly CompletedOption[], indent: string): string {
  return options.map((option) => `${indent}${quoted(spec(program, option))}`).join("\n");
}

function spec(program: string, { flag, about, values }: CompletedOption): string {
  const told = about.replace(/[[\]:\\]/g, "\\$&");
  return `${flag}[${told}]${values === null ? "" : `:${actionOf(program, values)}`}`;
}

/** The label of a value and the action that completes it. */
function actionOf(program: string, values: Values): string {
  switch (values.kind) {
    case "words":
      return `value:(${values.words.join(" ")})`;
    case "sessions":
    case "agents":
      // The space keeps zsh from adding its own options before the argument.
      return `${values.kind.slice(0, -1)}: _${program}_ask ${values.kind}`;
    case "files":
      return "file:_files";
    case "folders":
      return "folder:_files -/";
    case "free":
      return "value: ";
  }
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
