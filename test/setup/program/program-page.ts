import { configSchema } from "../../../scripts/schemas/config.ts";
import type { Schema } from "../../../scripts/schemas/schema.ts";
import { type Definition, type Parameters, parametersOf } from "../../../src/cli/frame/definition.ts";
import { shape } from "../../../src/cli/entries.ts";

export const variables: Readonly<Record<string, string>> = {
  SLASHPASS_APPLICATION_ID:
    "The application to use without `--environment`. It takes precedence over the config's default; the config's settings for this application still apply. If several environments use this application, the default environment is chosen.",
  SLASHPASS_GUILD_ID: "The guild id that `init` suggests.",
  SLASHPASS_API_BASE:
    "The base URL of the API, for the emulator or your own server. Requires `SLASHPASS_APPLICATION_ID`.",
  SLASHPASS_WEB_BASE: "The base URL of the web pages. Requires `SLASHPASS_APPLICATION_ID`.",
  SLASHPASS_ENVIRONMENT: "The environment of the config to use without `--environment`.",
  SLASHPASS_BOT_TOKEN: "The application's bot token.",
  SLASHPASS_CLIENT_SECRET: "The application's client secret.",
  SLASHPASS_PRODUCTION_BOT_TOKEN:
    "The bot token for one environment, here `production`. It takes precedence over `SLASHPASS_BOT_TOKEN`. `SLASHPASS_PRODUCTION_CLIENT_SECRET` works the same way.",
  SLASHPASS_ACCESS_TOKEN:
    "A player's access token, required to edit permissions (bots cannot). `token --exec` sets it.",
  SLASHPASS_PUBLIC_KEY:
    "The key that verifies interactions. `emulator` sets it for the program after `--` and in its `--env` file, and `dev` sets it for the handler. `verify` uses it to check a recorded request.",
  PAGER:
    "A shell command that shows plans longer than the terminal. Default: `less`. With `cat` or an empty value, plans are printed directly.",
  NODE_DEBUG:
    "If this comma-separated list contains `slashpass`, each request and each step of a sign-in is printed to standard error, without secrets ([debug output](guides/logging.md#debug-output)).",
  HTTPS_PROXY:
    "The proxy for https URLs. `HTTP_PROXY` and `NO_PROXY` work too, in upper or lower case ([company networks](guides/company-network.md)).",
  NO_COLOR: "Disables colors, with any value ([no-color.org](https://no-color.org)).",
  FORCE_COLOR: "Enables colors even in a pipe.",
};

/** The commands that have a screenshot in docs/images, created by scripts/screenshots. */
export const pictured: Readonly<Record<string, string>> = {
  "commands plan": "plan",
  "commands apply": "apply",
  "commands rollout": "rollout",
  doctor: "doctor",
};

/** Generates the command-line page from the definitions and schemas. `docs/build` writes it to docs/program.md. */
export function programPage(): string {
  const [, exitCodes = ""] = /^Exit codes:\n([\s\S]*?)\n\n/.exec(shape.epilogue) ?? [];
  return `# The command line

Run the program with \`npx slashpass <command>\` in a project that depends on the package, or install it globally
(\`npm install --global slashpass\`). These documents omit \`npx\`.
${shape.summary}
[A first hour](first-hour.md) uses the main commands.

- Results are printed to standard output; progress, prompts and errors to standard error.
- With \`--json\`, one object is printed: \`{ "ok": true, "command", "result" }\` or
  \`{ "ok": false, "error": { "code", "message", "hint"?, "details"? } }\`. Its schema is \`slashpass/schemas/output.json\`. The schema
  of each command's result is named below; the shared definitions are in \`slashpass/schemas/definitions.json\`.
- Every command accepts \`--env-file\`, \`--json\`, \`--no-color\` and \`--verbose\` (prints each request to standard error, without secrets).
  These options, \`--config\` and \`--environment\` can also precede the command. \`slashpass help\`, \`slashpass help <command>\` and
  \`slashpass version\` are equivalent to \`--help\` and \`--version\`.
- Colors and prompts require a terminal. Without a terminal, a missing value causes an error (exit code 2) that names the option to pass.
- Secrets are read from the environment, the system keychain or a prompt, never from the command line, where other processes can
  read them.
- The variables below are read from the environment, then from the \`--env-file\` or, without one, from the project's nearest
  \`.env\`, in the current directory or a parent directory up to the one with \`package.json\`. Only names that begin with \`SLASHPASS_\` are read,
  and a \`.env\` that belongs to another user is ignored. \`slashpass emulator --env .env\` writes this file, so that every command in
  the project uses the emulator.
- Input files must be regular files in UTF-8. Byte order marks and Windows line endings are accepted. Pipes, devices, UTF-16 files and
  files over the size limit (1 MiB for \`.env\` files and keys, 256 MiB for journals and state files, 64 MiB for others) cause an error
  that names the file; such a nearest \`.env\` is skipped with a note instead. Because \`<(…)\` is a pipe, save its output to a file first.
- Ctrl-C ends the command after it has printed the finished and the remaining work. A second Ctrl-C ends it immediately.
- \`kill\` on \`npx slashpass emulator\` ends npm and its shell, but not the emulator if the shell is dash (Debian), which does not
  forward the signal. Use \`node_modules/.bin/slashpass emulator\`, or pass the program that needs the emulator after \`--\`.
- If the reader of the output exits (\`slashpass commands plan | head -2\`), the command still finishes with its usual exit code.

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
To set a variable for the current terminal:

| shell | line |
| --- | --- |
| bash, zsh | \`export SLASHPASS_ENVIRONMENT=staging\` |
| PowerShell | \`$env:SLASHPASS_ENVIRONMENT = "staging"\` |
| cmd | \`set SLASHPASS_ENVIRONMENT=staging\` |

## Credentials

An application's credential is its bot token or its client secret. It is read from the environment-specific variables, the general
variables, the system keychain, or a prompt, in this order. An entered credential is first checked against the service, and
stored in the keychain only if the service accepts it and you answer yes to "Keep it?". If the service rejects a stored credential,
you are prompted for a new one. Leading and trailing whitespace is removed.

\`slashpass credential list\`, \`set\` and \`forget\` list, replace and delete stored credentials. The keychain entry is named
\`slashpass-application\`; its account is the service's host and the application id, for example \`discord.com/1400000000000000001\`.

## The config

The config is \`slashpass.config.mjs\`, \`.js\`, \`.ts\`, \`.mts\` (both require type stripping: Node 22.18 or later) or \`.json\`, in the current
directory or the nearest parent directory. A module exports the config as its default export. \`slashpass init\` writes the file. The
schema for editors is \`slashpass/schemas/config.json\`.

${fieldsOf(configSchema)}
The fields of an environment:

${fieldsOf((configSchema["$defs"] as Record<string, Schema>)["environment"] ?? {})}
The fields of a rule in \`permissions\`, which has exactly one of \`role\`, \`user\` and \`channel\`
([an example](guides/commands.md#permissions-in-the-config)):

${fieldsOf((configSchema["$defs"] as Record<string, Schema>)["permissionRule"] ?? {})}
To write to a protected environment without and with a prompt:

\`\`\`sh
slashpass commands apply --environment production --confirm production
slashpass commands apply --environment production                      # prompts for the name: production
\`\`\`

## The commands file

The commands file contains a list of commands, or an object with the list in \`commands\` (which allows \`"$schema"\`), as JSON or as a
module's default export. [Command rules](command-rules.md) lists the fields of a command. The schema for editors is
\`slashpass/schemas/commands.json\`; for a plain list, VS Code finds it through \`.vscode/settings.json\`:

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

Completion covers commands, options, option values and file names. It does not cover the config's environments, because loading the
config is too slow for the Tab key.
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
