import {
  field,
  flag,
  integer,
  list,
  object,
  oneOf,
  openObject,
  orNull,
  type Schema,
  text,
  texts,
  to,
} from "./schema.ts";

/** Parts shared by several results. */
export const definitions = {
  applied: object({
    target: to("target"),
    done: field("The requests that were made, in their order.", list(to("write"))),
    "savedPermissions?": to("savedPermissionsList"),
    plan: { type: "object", $ref: "#/$defs/plan", unevaluatedProperties: false },
  }),
  change: object({
    path: field("Where: options[2].description.", text),
    "from?": field("The live value; absent when it is new.", {}),
    "to?": field("The desired value; absent when it goes away.", {}),
  }),
  edit: object({ id: text, type: integer, name: text, "renamedTo?": text, changes: list(to("change")) }),
  guildPermissions: object({
    guildId: text,
    guildName: text,
    edits: field(
      "The commands whose overwrites change, each by one request.",
      list(
        object({
          id: field("Of the command, or of the application.", text),
          name: field("Of the command; * for the application.", text),
          before: to("overwrites"),
          after: to("overwrites"),
        }),
      ),
    ),
    uses: field(
      "Who gains and who loses which command.",
      list(
        object({
          command: field("The command.", object({ id: text, name: text })),
          who: field(
            "A role, whose holders have no other; everyone, by the id of the guild; or a member with an overwrite.",
            object({ id: text, type: field("1: role, 2: user.", oneOf([1, 2])), name: text }),
          ),
          "channel?": field(
            "Where it is so; absent for the whole guild, but for channels that are named.",
            object({ id: text, name: text }),
          ),
          gains: field("True: they gain it. False: they lose it.", flag),
        }),
      ),
    ),
    unchanged: field("Names of the commands that are as the config says.", texts),
    kept: field("Names of the commands with overwrites, for which the config has no rules.", texts),
  }),
  launchCommand: object({
    applicationId: field("The application.", text),
    "command?": field("The program and its arguments. Absent where none is registered.", texts),
    works: field("Whether the system would start it.", flag),
  }),
  named: object({ "id?": text, type: integer, name: text }),
  overwrite: object({
    id: text,
    type: field("1: role, 2: user, 3: channel.", oneOf([1, 2, 3])),
    permission: field("Whether they may use it.", flag),
    "name?": field("Of the role, the member or the channel, where the service gives it.", text),
  }),
  overwrites: list(to("overwrite")),
  plan: openObject({
    creates: list(to("named")),
    edits: list(to("edit")),
    deletes: list(to("named")),
    unchanged: list(to("named")),
    kept: field(
      "Live commands that are not desired and stay: the entry point, unless told otherwise.",
      list(to("named")),
    ),
    warnings: list(
      object({
        code: text,
        message: text,
        "savedPermissions?": field(
          "Permissions that a new name erases, by command and guild.",
          list(to("savedPermissions")),
        ),
      }),
    ),
    cost: object({ requests: integer, creates: field("Of 200 a day.", integer) }),
  }),
  player: field(
    "Who is signed in; null where the service does not say it for these scopes.",
    orNull(object({ id: text, name: field("The name to show.", text) })),
  ),
  savedPermissions: object({ guildId: text, commandId: text, permissions: list({ type: "object" }) }),
  savedPermissionsList: field(
    "Permissions that were erased and are not written back.",
    list(to("savedPermissions")),
  ),
  scheme: object({
    scheme: field("The scheme that was meant.", text),
    "owner?": field(
      "What the system starts for it: a desktop file, a command line or a bundle. Absent where nobody has it.",
      text,
    ),
    isOurs: field("Whether that is the registration of this application.", flag),
    isStale: field("Whether registering again would repair it.", flag),
    "leftover?": to("schemeLeftover"),
  }),
  schemeLeftover: field(
    "The application that registered the scheme, where it is another one and its program is gone.",
    object({ applicationId: text, program: field("The file that is gone.", text) }),
  ),
  scopes: field("What the player granted.", texts),
  target: field(
    "What was looked at or written to; without a guild, the commands of everywhere.",
    object({ "environment?": text, applicationId: text, "guildId?": text }),
  ),
  write: object({
    kind: oneOf(["create", "edit", "delete", "overwrite"]),
    names: field("The commands it is about.", texts),
  }),
  keychainEntry: field(
    "What the entry in the keychain is called.",
    object({ service: text, account: field("The service's host and the application's id.", text) }),
  ),
  finding: object({
    file: field("Where it is written.", text),
    "line?": field("Absent where it cannot be told.", { ...integer, minimum: 1 }),
    "column?": { ...integer, minimum: 1 },
    severity: oneOf(["error", "warning"]),
    rule: field(
      "The id of the rule, as in https://github.com/slashpass/slashpass/blob/main/docs/command-rules.md",
      text,
    ),
    field: field("Where in the set: ping.options[2].name.", text),
    keys: field(
      "The same in steps; the first is the index of the command.",
      list({ type: ["string", "integer"] }),
    ),
    value: field("The offending value, shortened.", text),
    message: text,
    fix: field("How to mend it.", text),
  }),
  locale: field("The language, as de or pt-BR.", text),
} as const satisfies Readonly<Record<string, Schema>>;

/** Returns a reference from a result's schema. */
export function shared(name: keyof typeof definitions): Schema {
  return { $ref: `definitions.json#/$defs/${name}` };
}
