import { expect, it } from "vitest";
import { bashScript } from "../../../../src/cli/completion/scripts.ts";
import { stepsOf } from "../../../../src/cli/completion/steps.ts";
import { outputOf } from "../../../setup/child-process.ts";
import { smallShape } from "../../../setup/program/small-shape.ts";

/** Returns bash's completions for the last word, or `FILES` if bash completes file names. */
async function completed(line: string): Promise<readonly string[]> {
  const words = line.split(" ").flatMap((word) => word.split(/(?<==)|(?==)/));
  const script = `${bashScript(stepsOf(smallShape))}
compopt() { files=no; }
files=yes; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _slashpass
printf '%s\\n' "\${COMPREPLY[@]}"; [[ $files == yes ]] && echo FILES; true`;
  const args = ["--noprofile", "--norc", "-c", script, "bash", "slashpass", ...words];
  return (await outputOf("bash", args)).split("\n").filter(Boolean);
}

const wholeProgram = ["serve", "commands", "shell", "help", "version", "-v", "--version", "-h", "--help"];

it.each([
  ["", wholeProgram],
  ["s", ["serve", "shell"]],
  ["commands ", ["plan", "apply", "-h", "--help"]],
  ["commands p", ["plan"]],
  ["commands plan --f", ["--file", "--format"]],
  ["commands plan --format ", ["text", "markdown"]],
  ["commands plan --format=t", ["text"]],
  ["commands plan --format=", ["text", "markdown"]],
  ["commands plan --format text --e", ["--exit-code", "--env-file"]],
  ["commands plan -f ", ["FILES"]],
  ["commands plan --file=", ["FILES"]],
  ["commands plan --guild ", []],
  ["serve ", ["FILES"]],
  ["serve --", ["--port", "--env-file", "--json", "--no-color", "--verbose", "--help"]],
  ["serve -- no", ["FILES"]],
  ["shell ", ["bash", "zsh", "--env-file", "--json", "--no-color", "--verbose", "-h", "--help"]],
  ["nothing ", wholeProgram],
])("completes %j", async (line, words) => {
  expect(await completed(line)).toEqual(words);
});
