import type { SlashpassConfig } from "slashpass/config";
import type { Format } from "./formats.ts";

const firstCommands = [
  { name: "ping", description: "Answers, so that you see that it works." },
  {
    name: "score",
    description: "Shows the score of a player.",
    options: [{ type: 6, name: "player", description: "Whose; yours if left out." }],
  },
];
const schemas = "./node_modules/slashpass/dist/schemas";

/** The text of a config. */
export function configText(config: SlashpassConfig, format: Format): string {
  if (format === "json") return asJson({ $schema: `${schemas}/config.json`, ...config });
  return moduleText(format, {
    head: "The applications that the slashpass program works on. Secrets do not belong here.",
    from: "slashpass/config",
    type: "SlashpassConfig",
    value: config,
  });
}

/** The text of a file with commands; of a first one, which shows how a command and an option look. */
export function commandsText(format: Format, commands: readonly object[] = firstCommands): string {
  if (format === "json") return asJson({ $schema: `${schemas}/commands.json`, commands });
  return moduleText(format, {
    head: "The application's commands. 'slashpass commands plan' shows what applying them changes.",
    from: "slashpass/commands",
    type: "DesiredCommand",
    list: true,
    value: commands,
  });
}

interface Module {
  readonly head: string;
  readonly from: string;
  readonly type: string;
  readonly list?: boolean;
  readonly value: object;
}

/** Types alone are imported: the files are read where the package is not installed too. */
function moduleText(format: "mjs" | "ts", { head, from, type, list = false, value }: Module): string {
  const literal = asJson(value)
    .trimEnd()
    .replaceAll(/^( *)"(\w+)":/gm, "$1$2:");
  const wanted = `${type}${list ? "[]" : ""}`;
  return format === "ts"
    ? `import type { ${type} } from "${from}";\n\n// ${head}\nexport default ${literal} satisfies ${wanted};\n`
    : `// ${head}\n/** @type {import("${from}").${wanted}} */\nexport default ${literal};\n`;
}

function asJson(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
