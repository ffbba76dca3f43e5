import { type CompletedOption, type Step, type Value, pathChanges } from "./steps.ts";

/** Returns the script for fish 3.0 and later. */
export function fishScript(steps: readonly Step[]): string {
  return `# Completes slashpass in fish. Written by: slashpass completion fish
function __slashpass_at
    set -l path
    for word in (commandline -opc)[2..-1]
        switch "$path/$word"
            case '*/--'
                set path --
${pathChanges(steps, (word, to) => `            case ${quoted(word)}\n                set path ${quoted(to)}`)}
        end
    end
    test "$path" = "$argv"
end
complete -c slashpass -f
complete -c slashpass -n '__slashpass_at --' -F
${steps.flatMap(linesOf).join("\n")}
`;
}

function linesOf({ path, next, options, argument }: Step): readonly string[] {
  const at = `complete -c slashpass -n ${quoted(`__slashpass_at '${path}'`)}`;
  return [
    ...next.map(({ name, summary }) => `${at} -a ${quoted(name)} -d ${quoted(summary)}`),
    ...(argument === undefined ? [] : [`${at} ${argumentOf(argument)}`]),
    ...options.map((option) => `${at} ${flagsOf(option)} -d ${quoted(option.summary)}`),
  ];
}

function argumentOf(value: Value): string {
  if (value === "file") return "-F";
  return value === "anything" ? "-f" : `-a ${quoted(value.join(" "))}`;
}

function flagsOf({ names, value }: CompletedOption): string {
  const flags = names.map((name) => (name.startsWith("--") ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`));
  if (value === undefined) return flags.join(" ");
  if (value === "file") return [...flags, "-r", "-F"].join(" ");
  return [...flags, "-x", ...(value === "anything" ? [] : [`-a ${quoted(value.join(" "))}`])].join(" ");
}

function quoted(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
