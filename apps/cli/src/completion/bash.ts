import type { CommandTree, CompletedCommand, CompletedOption, Values } from "./command-tree.ts";

/** The bash script. It supports bash 3.2 or newer without the bash-completion package. */
export function bashScript({ name, globals, commands, usual }: CommandTree): string {
  const all = [{ ...usual, name: "" }, ...commands];
  const flagsOf = ({ options }: CompletedCommand) =>
    [...globals, ...options].map(({ flag }) => flag).join(" ");
  return `# bash completion for ${name}: source this file, or eval "$(${name} completion bash)".

_${name}_add() {
  local line
  while IFS= read -r line; do COMPREPLY+=("$line"); done
}

# Sessions or agents, of the server given on the command line.
_${name}_ask() {
  local word about
  # No compgen: it would expand the words.
  while IFS=$'\\t' read -r word about; do
    [[ $word == "$cur"* ]] && COMPREPLY+=("$word")
  done < <(${name} complete "$1" "\${server[@]}" 2>/dev/null)
}

_${name}() {
  local cur=\${COMP_WORDS[COMP_CWORD]} command='' option='' places=0 index word
  local -a server
  server=()
  COMPREPLY=()
  for ((index = 1; index < COMP_CWORD; index++)); do
    word=\${COMP_WORDS[index]}
    [[ $word == '=' ]] && continue
    if [[ -n $option ]]; then
      case $option in --home | --host | --port | --token) server+=("$option" "$word") ;; esac
      option=''
    elif [[ $word == -* ]]; then
      case "$command $word" in
        ${withValues(globals, all).join(" | ")}) option=$word ;;
      esac
    elif [[ -z $command ]]; then
      command=$word
    else
      ((places++))
    fi
  done
  [[ $cur == '=' ]] && cur=''

  if [[ -z $option && $cur == -* ]]; then
    case $command in
${all.map((each) => `      ${quoted(each.name)}) _${name}_add < <(compgen -W ${quoted(flagsOf(each))} -- "$cur") ;;`).join("\n")}
    esac
    return
  fi
  if [[ -z $option && -z $command ]]; then
    _${name}_add < <(compgen -W ${quoted(commands.map((each) => each.name).join(" "))} -- "$cur")
    return
  fi
  case "$command \${option:-$places}" in
${[...optionCases(name, globals, all), ...placeCases(name, commands)].map((line) => `    ${line}`).join("\n")}
  esac
}

complete -F _${name} ${name}
`;
}

function withValues(globals: readonly CompletedOption[], all: readonly CompletedCommand[]): string[] {
  const own = all.flatMap(({ name, options }) =>
    taking(options).map(({ flag }) => quoted(`${name} ${flag}`)),
  );
  return [...taking(globals).map(({ flag }) => `*${quoted(` ${flag}`)}`), ...own];
}

function taking(options: readonly CompletedOption[]): CompletedOption[] {
  return options.filter(({ values }) => values !== null);
}

function optionCases(
  program: string,
  globals: readonly CompletedOption[],
  all: readonly CompletedCommand[],
): string[] {
  return [
    ...globals.flatMap(({ flag, values }) => caseOf(program, `*${quoted(` ${flag}`)}`, values)),
    ...all.flatMap(({ name, options }) =>
      options.flatMap(({ flag, values }) => caseOf(program, quoted(`${name} ${flag}`), values)),
    ),
  ];
}

function placeCases(program: string, commands: readonly CompletedCommand[]): string[] {
  return commands.flatMap(({ name, places }) =>
    places.flatMap((values, at) => caseOf(program, quoted(`${name} ${at}`), values)),
  );
}

function caseOf(program: string, pattern: string, values: Values | null): string[] {
  const found = values === null ? null : lookUp(program, values);
  return found === null ? [] : [`${pattern}) ${found} ;;`];
}

function lookUp(program: string, values: Values): string | null {
  switch (values.kind) {
    case "words":
      return `_${program}_add < <(compgen -W ${quoted(values.words.join(" "))} -- "$cur")`;
    case "sessions":
    case "agents":
      return `_${program}_ask ${values.kind}`;
    case "files":
      return `compopt -o filenames 2>/dev/null; _${program}_add < <(compgen -f -- "$cur")`;
    case "folders":
      return `compopt -o filenames 2>/dev/null; _${program}_add < <(compgen -d -- "$cur")`;
    case "free":
      return null;
  }
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
