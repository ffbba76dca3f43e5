import { commandsSchema } from "./commands.ts";
import { configSchema } from "./config.ts";
import { definitions } from "./definitions.ts";
import { devEventSchema, outputSchema } from "./output.ts";
import { results } from "./results.ts";
import type { Schema } from "./schema.ts";
import { worldSchema } from "./world.ts";

const schemas: Readonly<Record<string, Schema>> = {
  ...Object.fromEntries(
    Object.entries(results).map(([command, schema]) => [
      command.replaceAll(" ", "-"),
      { title: `The result of slashpass ${command} --json`, ...schema },
    ]),
  ),
  commands: commandsSchema(),
  config: configSchema,
  definitions: { title: "Parts shared by several results of slashpass", $defs: definitions },
  "dev-event": devEventSchema,
  output: outputSchema,
  world: worldSchema,
};

/** The files in `dist/schemas`: schemas for the CLI's output and input files. */
export const schemaFiles: Readonly<Record<string, Schema>> = Object.fromEntries(
  Object.entries(schemas).map(([name, schema]) => [
    `${name}.json`,
    { $schema: "https://json-schema.org/draft/2020-12/schema", ...schema },
  ]),
);
