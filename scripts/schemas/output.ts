import { count, field, flag, object, type Schema, text, texts, to } from "./schema.ts";

const error = object({
  code: field("Stable word for programs.", text),
  message: field("What happened, to what, and why.", text),
  "hint?": field("What to do next.", text),
  "details?": field("Data of this failure.", { type: "object" }),
});

export const outputSchema: Schema = {
  title: "What slashpass prints with --json",
  oneOf: [
    field(
      "It was done. The result has a schema of its own, named after the command: commands-plan.json.",
      object({
        ok: { const: true },
        command: field("The words after the program's name.", text),
        result: { type: "object" },
      }),
    ),
    field("It failed.", object({ ok: { const: false }, error: to("error") })),
  ],
  $defs: { error },
};

const commandNames = field("The names of commands.", texts);

/** The lines that `slashpass dev --json` prints after its result. */
export const devEventSchema: Schema = {
  title: "A line of slashpass dev --json after that of its result: something has happened",
  oneOf: [
    event("loaded", "A changed handler was loaded, and answers from now on.", {
      file: field("The module, from the current folder.", text),
    }),
    event("printed", "The handler has printed a line.", { line: text }),
    event("applied", "Changed commands were applied.", {
      created: commandNames,
      edited: commandNames,
      deleted: commandNames,
    }),
    event(
      "problem",
      "A file is wrong, a request to the service failed, or an interaction was not answered. The last good version goes on.",
      { error: { $ref: "output.json#/$defs/error" } },
    ),
    event("set_back", "The application of --public-url is as it was before.", {
      requests: field("Those that set the commands back.", count),
      endpointUrl: field(
        "Whether the endpoint URL is the former one; false where the service does not take that any more, and there is none.",
        flag,
      ),
    }),
  ],
};

function event(name: string, description: string, fields: Readonly<Record<string, Schema>>): Schema {
  return field(description, object({ event: { const: name }, ...fields }));
}
