import { configSchema } from "../../../scripts/schemas/config.ts";
import type { Schema } from "../../../scripts/schemas/schema.ts";
import { type Definition, type Parameters, parametersOf } from "../../../src/cli/frame/definition.ts";
import { shape } from "../../../src/cli/entries.ts";

export const variables: Readonly<Record<string, string>> = {
  SLASHPASS_APPLICATION_ID:
    "The application that is meant where `--environment` names none. It comes before the config's default; what the config says of this application holds. Where several environments have it, the default one is meant.",
  SLASHPASS_GUILD_ID: "A guild; `init` offers it.",
  SLASHPASS_API_BASE: "With the application: where its API is, for a service of your own or the emulator.",
  SLASHPASS_WEB_BASE: "With the application: the base of its web pages.",
  SLASHPASS_ENVIRONMENT: "The environment of the config, where `--environment` does not name one.",
  SLASHPASS_BOT_TOKEN: "The token of the application's bot.",
  SLASHPASS_CLIENT_SECRET: "The application's client secret.",
  SLASHPASS_PRODUCTION_BOT_TOKEN:
    "The same for one environment alone, here `production`; it comes before the general one. So with `_CLIENT_SECRET`.",
  SLASHPASS_ACCESS_TOKEN:
    "A player's access token: for permissions, which no bot may edit; set by `token --exec`.",
  SLASHPASS_PUBLIC_KEY:
    "Set for the program after `emulator --`, in its `--env` file, and for the handler of `dev`: with which interactions are checked. `verify` checks a recorded one with it.",
  PAGER:
    "The program that shows a plan which is longer than the terminal, as a line for the shell. Default: less. `cat` or nothing prints it.",
  NODE_DEBUG:
    "With `slashpass` in it each request is printed on standard error, without secrets, as by `--verbose`, and each stage of a sign-in: [Debug output](guides/logging.md#debug-output).",
  HTTPS_PROXY:
    "The proxy for https addresses. Also `HTTP_PROXY` and `NO_PROXY`, in upper or lower case: [Behind a company's proxy](guides/company-network.md).",
  NO_COLOR: "Whatever it says, nothing is coloured ([no-color.org](https://no-color.org)).",
  FORCE_COLOR: "Colours in a pipe too.",
};

/** Commands with a screenshot in docs/images, created by scripts/screenshots. */
export const pictured: Readonly<Record<string, string>> = {
  "commands plan": "plan",
  "commands apply": "apply",
  "commands rollout": "rollout",
  doctor: "doctor",
};

/** Generates docs/program.md from the definitions and schemas. */
export function programPage(): string {
  const [, exitCodes = ""] = /^Exit codes:\n([\s\S]*?)\n\n/.exec(shape.epilogue) ?? [];
  return `# The command line

<!-- Written by test/unit/project/program-page.test.ts with vitest -u. -->

\`npx slashpass <command>\` runs it in a project that has the package. Where these documents say \`slashpass\` alone, put \`npx\`
before it, or install the package globally (\`npm install --global slashpass\`).
${shape.summary}
[A first hour](first-hour.md) shows it at work.

- Results go to standard output; progress, questions and reasons go to standard error.
- \`--json\` prints one object instead: \`{ "ok": true, "command", "result" }\`, or
  \`{ "ok": false, "error": { "code", "message", "hint"?, "details"? } }\`. Its schema is \`slashpass/schemas/output.json\`. Each
  command's result has a schema of its own, named below; their common parts are in \`slashpass/schemas/definitions.json\`.
- Every command takes \`--env-file\`, \`--json\`, \`--no-color\` and \`--verbose\`, which prints each request on standard error, without secrets. These,
  \`--config\` and \`--environment\` may also stand before the command. \`slashpass help\`, \`slashpass help <command>\` and
  \`slashpass version\` stand for \`--help\` and \`--version\`.
- Colours and questions appear on a terminal only. Without a terminal a missing answer is exit code 2, and the error names the option
  to pass.
- Secrets are taken from the environment, the system's keychain or a question, never from the command line, where other programs can
  read them.
- The variables below are read from the environment, then from the file of \`--env-file\`, else from the nearest \`.env\` of the
  project: in this folder or above it, up to the one with \`package.json\`. \`slashpass emulator --env .env\` writes one, so that
  every command in the project then speaks to the emulator. Of a file only the names that begin with \`SLASHPASS_\` are read, and
  another user's \`.env\` is not.
- Every file that is read must be a regular file in UTF-8. Byte order marks and Windows line ends are accepted. A pipe, a device,
  UTF-16 or a file above its limit (1 MiB for \`.env\` files and keys, 256 MiB for journals and states, otherwise 64 MiB) is an error
  that names the file; the nearest \`.env\` is then skipped with a note. \`<(…)\` is a pipe: save its output to a file first.
- Ctrl-C ends the command, and prints the finished and the remaining work. A second Ctrl-C does not wait.
- A \`kill\` of \`npx slashpass emulator\` ends npm and its shell, and leaves the emulator running: where the shell is dash, as on Debian,
  it does not pass the signal on. Kill \`node_modules/.bin/slashpass emulator\`, or give it the program that needs it after \`--\`.
- If the reader of the output goes away (\`slashpass commands plan | head -2\`), a command goes on to its end, with its usual
  exit code.

## Commands

${shape.entries.map(({ definition }) => `- [\`${definition.name}\`](#${anchorOf(definition)}): ${definition.summary}`).join("\n")}

${shape.entries.map(({ definition }) => describe(definition)).join("\n")}
## Exit codes

${table(
  ["code", "meaning"],
  exitCodes.split("\n").map((line) => line.trim().split(/ {2,}/)),
)}
## Variables

${table(
  ["variable", "meaning"],
  Object.entries(variables).map(([name, meaning]) => [`\`${name}\``, meaning]),
)}
A variable for all that is typed in a terminal afterwards:

| shell | line |
| --- | --- |
| bash, zsh | \`export SLASHPASS_ENVIRONMENT=staging\` |
| PowerShell | \`$env:SLASHPASS_ENVIRONMENT = "staging"\` |
| cmd | \`set SLASHPASS_ENVIRONMENT=staging\` |

## Credentials

An application's own credential is the token of its bot or its client secret. It is looked for in this order: the variables of the
environment, those of all environments, the system's keychain, a question at the terminal. What was typed is tried at the service
first, and kept in the keychain only if the service took it and the answer to "Keep it?" was yes. A kept one that the service refuses
is asked for again. White space at the beginning or the end of a secret is left out.

\`slashpass credential list\`, \`set\` and \`forget\` show, replace and delete what is kept. The entry of the keychain is called
\`slashpass-application\`; its account is the service's host and the application's id, as in \`discord.com/1400000000000000001\`.

## The config

\`slashpass.config.mjs\`, \`.js\`, \`.ts\`, \`.mts\` (both where Node strips types: 22.18 and later) or \`.json\`, in the folder where
the program is started or the nearest above it. A module has the config as its default export. \`slashpass init\` writes one. The
schema for editors is \`slashpass/schemas/config.json\`.

${fieldsOf(configSchema)}
Each environment:

${fieldsOf((configSchema["$defs"] as Record<string, Schema>)["environment"] ?? {})}
Each rule of \`permissions\`, with one of \`role\`, \`user\` and \`channel\`
([an example](guides/commands.md#permissions-in-the-config)):

${fieldsOf((configSchema["$defs"] as Record<string, Schema>)["permissionRule"] ?? {})}
A write to a protected environment, without a question and with one:

\`\`\`sh
slashpass commands apply --environment production --confirm production
slashpass commands apply --environment production                      # asks for the name: production
\`\`\`

## The file with the commands

A list of commands, or an object with the list in \`commands\`, so that there is room for \`"$schema"\`: in a module as its default
export, or in JSON. [Command rules](command-rules.md) lists the fields of a command. The schema for editors is
\`slashpass/schemas/commands.json\`; VS Code finds it for a plain list too with this in \`.vscode/settings.json\`:

\`\`\`json
{
  "json.schemas": [
    { "fileMatch": ["commands.json"], "url": "./node_modules/slashpass/dist/schemas/commands.json" }
  ]
}
\`\`\`

## Completion

\`\`\`sh
slashpass completion bash >> ~/.bashrc
slashpass completion zsh > ~/.zfunc/_slashpass                             # with fpath+=(~/.zfunc) before compinit
slashpass completion fish > ~/.config/fish/completions/slashpass.fish
slashpass completion powershell >> $PROFILE
\`\`\`

It completes commands, options, values of options, and names of files. It does not complete the environments of a config, since
reading the config takes too long for the Tab key.
`;
}

function anchorOf({ name }: Definition): string {
  return `slashpass-${name.replaceAll(" ", "-")}`;
}

function describe(definition: Definition): string {
  const { name, summary, details, examples } = definition;
  const { [name]: picture } = pictured;
  const parameters = [...rowsOf(definition.arguments), ...rowsOf(definition.options)];
  const usage = Object.keys(definition.arguments);
  return `### slashpass ${name}

${[summary, ...(details === undefined ? [] : [details])].map(prose).join("\n\n")}

\`${["slashpass", name, ...usage, "[options]"].join(" ")}\`

\`\`\`sh
${Object.entries(examples)
  .map(([line, meaning]) => `slashpass ${line}   # ${meaning}`)
  .join("\n")}
\`\`\`

${picture === undefined ? "" : `![slashpass ${name}, in a terminal](images/${picture}.svg)\n\n`}${parameters.length === 0 ? "" : `${table(["option", "meaning"], parameters)}\n`}Result: \`slashpass/schemas/${name.replaceAll(" ", "-")}.json\`
`;
}

function rowsOf(parameters: Parameters): string[][] {
  return parametersOf(parameters).map(({ flags, summary, choices }) => [
    `\`${flags}\``,
    prose(summary) + (choices ? ` One of ${choices.map((choice) => `\`${choice}\``).join(", ")}.` : ""),
  ]);
}

/** Escapes text that looks like an HTML tag. */
function prose(text: string): string {
  return text.replaceAll("<", "\\<");
}

function fieldsOf(schema: Schema): string {
  const required = (schema["required"] ?? []) as readonly string[];
  const fields = Object.entries(schema["properties"] as Record<string, Schema>);
  return table(
    ["field", "meaning"],
    fields
      .filter(([name]) => name !== "$schema")
      .map(([name, field]) => [
        `\`${name}\``,
        [
          String(field["description"]),
          ...(required.includes(name) ? ["Required."] : []),
          ...("default" in field ? [`Default \`${JSON.stringify(field["default"])}\`.`] : []),
        ].join(" "),
      ]),
  );
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return `${[line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n")}\n`;
}
