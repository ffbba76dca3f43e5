import { type CompletedOption, type Step, type Value, pathChanges, quoted, valueLines } from "./steps.ts";

export function zshScript(steps: readonly Step[]): string {
  return `#compdef slashpass
# Completes slashpass in zsh. Written by: slashpass completion zsh
_slashpass() {
  local at="" previous=\${words[CURRENT-1]} word
  local -a offered
  if [[ \${words[CURRENT]} == --*=* ]]; then
    previous=\${words[CURRENT]%%=*}
    compset -P '*='
  fi
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$at/$word" in
      */--) _files; return ;;
${pathChanges(steps, (word, to) => `      ${quoted(word)}) at=${quoted(to)} ;;`)}
    esac
  done
  case "$at $previous" in
${valueLines(steps, (words, value) => `    ${words.map(quoted).join(" | ")}) ${offerValue(value)}; return ;;`)}
  esac
  case $at in
${steps.map(stepCase).join("\n")}
  esac
}
if [[ $funcstack[1] == _slashpass ]]; then _slashpass "$@"; else compdef _slashpass slashpass; fi
`;
}

function offerValue(value: Value): string {
  if (value === "file") return "_files";
  return value === "anything" ? "_message value" : `compadd -- ${value.map(quoted).join(" ")}`;
}

function stepCase({ path, next, options, argument }: Step): string {
  const lines = [
    ...(argument === undefined ? [] : [`[[ \${words[CURRENT]} == -* ]] || ${offerValue(argument)}`]),
    ...offer(
      "",
      next.map(({ name, summary }) => `${name}:${summary}`),
    ),
    ...offer("-o ", options.flatMap(described)),
  ];
  return `    ${quoted(path)})\n${lines.map((line) => `      ${line}\n`).join("")}      ;;`;
}

function offer(kind: "" | "-o ", words: readonly string[]): readonly string[] {
  if (words.length === 0) return [];
  return [`offered=(${words.map(quoted).join(" ")})`, `_describe ${kind}slashpass offered`];
}

function described({ names, summary }: CompletedOption): readonly string[] {
  return names.map((name) => `${name}:${summary}`);
}
