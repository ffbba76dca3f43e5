import { entry } from "../../../src/cli/frame/run-command.ts";
import type { ProgramShape } from "../../../src/cli/frame/command-line.ts";
import { define } from "../../../src/cli/frame/definition.ts";

const done = () => Promise.resolve({ run: () => Promise.resolve({ result: {} }) });
const serve = define({
  name: "serve",
  summary: "Serve what's there: all of it.",
  arguments: { "[command...]": "What to run." },
  options: { "--port <number>": "Port." },
  examples: {},
});
const plan = define({
  name: "commands plan",
  summary: "Plan.",
  options: {
    "-f, --file <file>": "The file.",
    "--format <name>": { summary: "How.", choices: ["text", "markdown"] },
    "--guild <id>": "The guild.",
    "--exit-code": "Tell drift.",
  },
  examples: {},
});
const apply = define({ ...plan, name: "commands apply", summary: "Apply.", options: {} });
const shell = define({
  name: "shell",
  summary: "Choose.",
  arguments: { "<shell>": { summary: "Which.", choices: ["bash", "zsh"] } },
  options: {},
  examples: {},
});

/** A program with one option and argument of each kind. */
export const smallShape: ProgramShape = {
  version: "1.0.0",
  summary: "Serves.",
  groups: { commands: "Look after commands." },
  entries: [entry(serve, done), entry(plan, done), entry(apply, done), entry(shell, done)],
  epilogue: "",
};
