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
    done: field("The completed requests, in order.", list(to("write"))),
    "savedPermissions?": to("savedPermissionsList"),
    plan: { type: "object", $ref: "#/$defs/plan", unevaluatedProperties: false },
  }),
  change: object({
    path: field("The path of the value, such as options[2].description.", text),
    "from?": field("The live value; absent if the field is new.", {}),
    "to?": field("The desired value; absent if the field is removed.", {}),
  }),
  edit: object({ id: text, type: integer, name: text, "renamedTo?": text, changes: list(to("change")) }),
  guildPermissions: object({
    guildId: text,
    guildName: text,
    edits: field(
      "The commands with changed overwrites. Each takes one request.",
      list(
        object({
          id: field("The id of the command or application.", text),
          name: field("The command's name; * for the application.", text),
          before: to("overwrites"),
          after: to("overwrites"),
        }),
      ),
    ),
    uses: field(
      "The roles and users that gain or lose a command.",
      list(
        object({
          command: field("The command.", object({ id: text, name: text })),
          who: field(
            "A role (for members without other roles), everyone (the guild's id), or a member with an overwrite.",
            object({ id: text, type: field("1: role, 2: user.", oneOf([1, 2])), name: text }),
          ),
          "channel?": field(
            "The channel; if absent, the entry applies to the whole guild, except for channels with their own entries.",
            object({ id: text, name: text }),
          ),
          gains: field("Whether the command is gained (true) or lost (false).", flag),
        }),
      ),
    ),
    unchanged: field("The names of commands that match the config.", texts),
    kept: field("The names of commands that have overwrites but no rules in the config.", texts),
  }),
  launchCommand: object({
    applicationId: field("The application.", text),
    "command?": field("The program and its arguments; absent if none is registered.", texts),
    works: field("Whether the system can start it.", flag),
  }),
  named: object({ "id?": text, type: integer, name: text }),
  overwrite: object({
    id: text,
    type: field("1: role, 2: user, 3: channel.", oneOf([1, 2, 3])),
    permission: field("Whether it allows the command.", flag),
    "name?": field("The name of the role, member or channel, if available.", text),
  }),
  overwrites: list(to("overwrite")),
  plan: openObject({
    creates: list(to("named")),
    edits: list(to("edit")),
    deletes: list(to("named")),
    unchanged: list(to("named")),
    kept: field(
      "Live commands that are kept although the definitions omit them: by default, the entry point.",
      list(to("named")),
    ),
    warnings: list(
      object({
        code: text,
        message: text,
        "savedPermissions?": field(
          "Permissions that a rename erases, by command and guild.",
          list(to("savedPermissions")),
        ),
      }),
    ),
    cost: object({
      requests: integer,
      creates: field("The number of commands created, out of 200 per day.", integer),
    }),
  }),
  player: field(
    "The signed-in player; null if no granted scope allows reading the player.",
    orNull(object({ id: text, name: field("The display name.", text) })),
  ),
  savedPermissions: object({ guildId: text, commandId: text, permissions: list({ type: "object" }) }),
  savedPermissionsList: field("Permissions that were erased and not restored.", list(to("savedPermissions"))),
  scheme: object({
    scheme: field("The scheme.", text),
    "owner?": field(
      "The program that the system starts for it: a desktop file, command line or bundle. Absent if none is registered.",
      text,
    ),
    isOurs: field("Whether it is registered for this application.", flag),
    isStale: field("Whether the scheme must be registered again to repair the registration.", flag),
    "leftover?": to("schemeLeftover"),
  }),
  schemeLeftover: field(
    "The other application that registered the scheme, if its program no longer exists.",
    object({ applicationId: text, program: field("The missing file.", text) }),
  ),
  scopes: field("The granted scopes.", texts),
  target: field(
    "The command's target. If there is no guild, the global commands.",
    object({ "environment?": text, applicationId: text, "guildId?": text }),
  ),
  write: object({
    kind: oneOf(["create", "edit", "delete", "overwrite"]),
    names: field("The affected commands.", texts),
  }),
  keychainEntry: field(
    "The keychain entry's name.",
    object({ service: text, account: field("The service's host and the application id.", text) }),
  ),
  finding: object({
    file: field("The file with the problem.", text),
    "line?": field("Absent if unknown.", { ...integer, minimum: 1 }),
    "column?": { ...integer, minimum: 1 },
    severity: oneOf(["error", "warning"]),
    rule: field(
      "The id of the rule, as listed in https://github.com/slashpass/slashpass/blob/main/docs/command-rules.md",
      text,
    ),
    field: field("The path of the value, such as ping.options[2].name.", text),
    keys: field(
      "The path as a list of keys. The first one is the command's index.",
      list({ type: ["string", "integer"] }),
    ),
    value: field("The offending value, shortened.", text),
    message: text,
    fix: field("How to fix it.", text),
  }),
  locale: field("The locale, such as de or pt-BR.", text),
} as const satisfies Readonly<Record<string, Schema>>;

/** Creates a reference for use in a result's schema. */
export function shared(name: keyof typeof definitions): Schema {
  return { $ref: `definitions.json#/$defs/${name}` };
}
