import { count, field, flag, object, type Schema, text, texts, to } from "./schema.ts";

const error = object({
  code: field("A stable, machine-readable error code.", text),
  message: field("The operation, the object and the cause.", text),
  "hint?": field("The next step.", text),
  "details?": field("Additional data.", { type: "object" }),
});

export const outputSchema: Schema = {
  title: "The output of slashpass with --json",
  oneOf: [
    field(
      "Success. The result's schema is named after the command, such as commands-plan.json.",
      object({
        ok: { const: true },
        command: field("The command's words, such as commands plan.", text),
        result: { type: "object" },
      }),
    ),
    field("Failure.", object({ ok: { const: false }, error: to("error") })),
  ],
  $defs: { error },
};

const commandNames = field("Command names.", texts);

/** The lines that `slashpass dev --json` prints after its result. */
export const devEventSchema: Schema = {
  title: "An event line of slashpass dev --json, printed after the result",
  oneOf: [
    event("loaded", "A changed handler was loaded and is now in use.", {
      file: field("The module, relative to the current folder.", text),
    }),
    event("printed", "The handler printed a line.", { line: text }),
    event("applied", "Changed commands were applied.", {
      created: commandNames,
      edited: commandNames,
      deleted: commandNames,
    }),
    event(
      "problem",
      "A file is invalid, a request to the service failed, or an interaction was not answered. The last working version stays in use.",
      { error: { $ref: "output.json#/$defs/error" } },
    ),
    event("set_back", "The --public-url application was restored.", {
      requests: field("The number of requests to restore the commands.", count),
      endpointUrl: field(
        "Whether the previous endpoint URL was restored; false if the service no longer accepts it; the application then has none.",
        flag,
      ),
    }),
  ],
};

function event(name: string, description: string, fields: Readonly<Record<string, Schema>>): Schema {
  return field(description, object({ event: { const: name }, ...fields }));
}
