import { commandsSchema } from "./commands.ts";
import { configSchema } from "./config.ts";
import { definitions } from "./definitions.ts";
import { devEventSchema, outputSchema } from "./output.ts";
import { results } from "./results.ts";
import type { Schema } from "./schema.ts";
import { worldSchema } from "./world.ts";

const resultSchemas = Object.entries(results).map(([command, schema]): [string, Schema] => [
  `${command.replaceAll(" ", "-")}.json`,
  { title: `The result of slashpass ${command} --json`, ...schema },
]);

/** The files in `dist/schemas`: schemas for the CLI's output and input files. */
export const schemaFiles: Readonly<Record<string, Schema>> = Object.fromEntries(
  [
    ...resultSchemas,
    ["commands.json", commandsSchema()] as const,
    ["config.json", configSchema] as const,
    [
      "definitions.json",
      { title: "Parts shared by several results of slashpass", $defs: definitions },
    ] as const,
    ["dev-event.json", devEventSchema] as const,
    ["output.json", outputSchema] as const,
    ["world.json", worldSchema] as const,
  ].map(([file, schema]) => [file, { $schema: "https://json-schema.org/draft/2020-12/schema", ...schema }]),
);
