import { type Step, type Value, pathChanges, quoted, valueLines } from "./steps.ts";

/** Returns the script for bash 3.2 and later. Only bash 4 can suppress file names (with `compopt`); older versions offer them. */
export function bashScript(steps: readonly Step[]): string {
  return `# Completes slashpass in bash. Written by: slashpass completion bash
_slashpass() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD - 1]}
  local path="" offered="" index
  # bash splits --name=value at the equals sign.
  if [[ $current == "=" ]]; then current=""
  elif [[ $previous == "=" ]]; then previous=\${COMP_WORDS[COMP_CWORD - 2]}; fi
  COMPREPLY=()
  for ((index = 1; index < COMP_CWORD; index++)); do
    case "$path/\${COMP_WORDS[index]}" in
      */--) return ;;
${pathChanges(steps, (word, to) => `      ${quoted(word)}) path=${quoted(to)} ;;`)}
    esac
  done
  case "$path $previous" in
${valueLines(steps, valueCase)}
    *)
      case $path in
${steps.map(stepCase).join("\n")}
      esac
      ;;
  esac
  # Without words to offer, bash offers files.
  compopt +o default 2>/dev/null
  COMPREPLY=($(compgen -W "$offered" -- "$current"))
}
complete -o default -F _slashpass slashpass
`;
}

function valueCase(words: readonly string[], value: Value): string {
  const pattern = words.map(quoted).join(" | ");
  if (value === "file") return `    ${pattern}) return ;;`;
  return `    ${pattern}) offered=${quoted(value === "anything" ? "" : value.join(" "))} ;;`;
}

function stepCase({ path, next, options, argument }: Step): string {
  const words = next.map(({ name }) => name);
  const values = Array.isArray(argument) ? (argument as readonly string[]) : [];
  const names = options.flatMap((option) => option.names);
  const files = argument === "file" ? "[[ $current == -* ]] || return; " : "";
  return `        ${quoted(path)}) ${files}offered=${quoted([...words, ...values, ...names].join(" "))} ;;`;
}
