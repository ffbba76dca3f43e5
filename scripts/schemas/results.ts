import { shared } from "./definitions.ts";
import {
  count,
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
} from "./schema.ts";

const applicationId = field("The application.", text);
const changes = field(
  "The changed values with their paths, such as integration_types_config.0. Images are shown by hash, type and size.",
  list(shared("change")),
);
const commandId = field("The id of the command or application.", text);
const credential = {
  "environment?": field("Absent if there is no config.", text),
  applicationId: text,
  entry: shared("keychainEntry"),
};
const differs = field("Whether there are changes to apply.", flag);
const entryPoint = openObject({
  id: text,
  name: text,
  "handler?": field("1: the application; 2: Discord.", integer),
});
const expiresAt = field("When the access token expires, in ISO 8601; null if unknown.", orNull(text));
const key = field("The text's key.", text);
const requests = list(oneOf(["settings", "metadata"]));
const signedIn = {
  applicationId,
  environment: field("The config's environment; null if there is no config.", orNull(text)),
  account: field("The value of --account; null if omitted.", orNull(text)),
  player: shared("player"),
  scopes: shared("scopes"),
  expiresAt,
};
const verdicts = oneOf(["ok", "warning", "failure", "not-checked"]);
const writtenFile = field("The file that was written.", text);

/** The library's checks, then the CLI's. */
const checkNames = [
  ["addon", "browser", "loopback", "scheme", "keychain", "network", "clock"],
  ["redirect-uri", "public-client", "scopes", "presence"],
  ["packaged-app", "proxy", "settings", "commands", "endpoint", "events", "installation", "activities"],
  ["library", "symbols", "calls", "request", "contract"],
].flat();

/** Returns a result that consists of one shared part. */
function whole(name: Parameters<typeof shared>[0]): Schema {
  return { type: "object", ...shared(name) };
}

/** Returns a result that begins with the command's target. */
function targeted(fields: Readonly<Record<string, Schema>>): Schema {
  return object({ target: shared("target"), ...fields });
}

function noneFailed(what: string): Schema {
  return {
    type: "array",
    maxItems: 0,
    description: `Always empty; otherwise, the ${what} fails and the error's details contain these fields.`,
  };
}

export const results: Readonly<Record<string, Schema>> = {
  "app apply": targeted({
    changes,
    requests: field(
      "The completed requests: PATCH for the settings, PUT for the linked-role metadata.",
      requests,
    ),
    left: field(
      "The paths of values that the service did not change. If there are any, the exit code is 3.",
      texts,
    ),
  }),
  "app plan": targeted({
    differs,
    changes,
    requests: field(
      "The required requests: PATCH for the settings, PUT for the linked-role metadata.",
      requests,
    ),
    portal: field(
      "The settings that can only be changed in the developer portal.",
      list(
        object({
          setting: text,
          page: field("The portal's page.", text),
          "state?": field("The setting's state, if the service returns it.", text),
        }),
      ),
    ),
  }),
  "app pull": targeted({
    application: field("The value for 'application' in a config.", { type: "object" }),
    "file?": writtenFile,
  }),
  "commands apply": whole("applied"),
  "commands languages check": object({
    folder: field("The languages folder.", text),
    languages: list(
      object({
        locale: shared("locale"),
        total: field("The number of texts in the definitions.", count),
        translated: field("The number of translated texts.", count),
        missing: field("Untranslated texts.", texts),
        fallbacks: field(
          "Untranslated texts that are shown in a related locale.",
          list(object({ key, shown: shared("locale") })),
        ),
        stale: field("Translations of texts that have since changed.", texts),
        unused: field("Translations whose text no longer exists.", texts),
        findings: field("Translations that break a rule.", list(object({ key, finding: shared("finding") }))),
        doubles: field(
          "Commands of the same type, or choices of the same option, that have the same name.",
          list(
            object({
              text: field("The shared name in this locale.", text),
              keys: field("The texts' keys.", texts),
            }),
          ),
        ),
        widths: field(
          "The length of each translation.",
          list(
            object({
              key,
              width: field("The number of characters in the translation.", count),
              limit: field("The maximum number of characters.", count),
            }),
          ),
        ),
      }),
    ),
    findings: field(
      "Commands that exceed the size limit once all translations are included.",
      list(shared("finding")),
    ),
    fallbacks: field(
      "Locales without a file, whose players see a related locale instead of the default texts.",
      list(object({ locale: shared("locale"), shown: shared("locale") })),
    ),
  }),
  "commands languages extract": object({
    texts: field("The number of texts in the definitions.", count),
    languages: list(
      object({
        locale: shared("locale"),
        missing: field("Untranslated texts.", count),
        stale: field("Translations of texts that have since changed.", count),
        unused: field("Translations whose text no longer exists; they are kept.", count),
        file: writtenFile,
      }),
    ),
  }),
  "commands languages merge": object({
    files: list(
      object({
        file: field("The translators' file.", text),
        locale: shared("locale"),
        into: writtenFile,
        changed: field("Texts with a new or changed translation.", texts),
        unknown: field("Skipped translations with unknown keys.", texts),
        outdated: field(
          "Skipped translations of an older text, because the current text is already translated.",
          texts,
        ),
      }),
    ),
  }),
  "commands list": targeted({
    commands: field(
      "The commands, as returned by the service with all localizations.",
      list(openObject({ id: text, "type?": integer, name: text, "description?": text })),
    ),
  }),
  "commands plan": {
    ...openObject({ target: shared("target"), differs }),
    ...shared("plan"),
    unevaluatedProperties: false,
  },
  "commands pull": targeted({
    file: writtenFile,
    commands: field("The number of commands in the file.", integer),
  }),
  "commands restore": whole("applied"),
  "commands rollout": {
    anyOf: [
      targeted({
        journal: field("The file that records progress.", text),
        done: field("Guilds updated in this run.", integer),
        skipped: field("Guilds already completed according to the journal.", integer),
        failed: noneFailed("rollout"),
        "savedPermissions?": shared("savedPermissionsList"),
      }),
      field(
        "The result with --plan.",
        targeted({
          same: field("Guilds that match the definitions.", integer),
          different: field(
            "Guilds that differ, with the names of the commands to create, edit and delete.",
            list(object({ guildId: text, creates: texts, edits: texts, deletes: texts })),
          ),
          failed: noneFailed("plan"),
        }),
      ),
    ],
  },
  "commands snapshot": targeted({
    file: writtenFile,
    commands: integer,
    permissions: field(
      "The number of commands with saved permissions; the application itself counts as one.",
      integer,
    ),
  }),
  "commands validate": object({
    file: field("The file that was checked.", text),
    scope: field("The commands' scope.", oneOf(["global", "guild"])),
    commands: field("The number of commands.", integer),
    errors: field("The number of errors. If it is above 0, the exit code is 3.", integer),
    warnings: integer,
    findings: list(shared("finding")),
  }),
  completion: object({
    shell: oneOf(["bash", "zsh", "fish", "powershell"]),
    script: field("The completion script for the shell.", text),
  }),
  "credential forget": object({
    ...credential,
    forgotten: field("Whether a credential was stored.", flag),
  }),
  "credential list": object({
    credentials: list(
      object({
        "environment?": field("Absent if there is no config.", text),
        applicationId: text,
        source: field("The credential's source.", oneOf(["variable", "keychain", "none"])),
        "kind?": field("Absent if there is no credential.", oneOf(["bot-token", "client-secret", "both"])),
        "entry?": shared("keychainEntry"),
      }),
    ),
  }),
  "credential set": object(credential),
  dev: object(
    {
      applicationId: field("The application: the emulator's, or, with --public-url, the config's.", text),
      "environment?": field("The environment's name in the config.", text),
      "guildId?": field("The commands' guild; absent for global commands.", text),
      "endpoint?": field("The handler's local URL.", text),
      "publicUrl?": field("The application's endpoint URL while the program runs.", text),
      "journal?": field("The file that stores the application's previous settings.", text),
      "apiBase?": field("The emulator's API.", text),
      "webBase?": field("The emulator's web pages.", text),
      "restored?": field("With --restore: whether there were settings to restore after a crash.", flag),
    },
    {
      title:
        "The result of slashpass dev --json, printed when the handler is served or, with --restore, when the application is restored. Event lines (dev-event.json) follow while the handler is served",
    },
  ),
  doctor: object({
    "applicationId?": field("The application that was checked; absent with --social-sdk.", text),
    "environment?": field("The environment's name in the config; absent if there is no config.", text),
    "symbols?": field(
      "With --social-sdk: the functions of the library's C interface.",
      list(
        object({
          name: text,
          "feature?": field("The feature that requires it; absent if every release exports it.", text),
          isFound: flag,
        }),
      ),
    ),
    checks: field(
      "One result for each check, in a fixed order.",
      list(
        object({
          check: oneOf(checkNames),
          verdict: field("If any verdict is failure, the exit code is 3.", verdicts),
          found: field("The result.", text),
          "advice?": field("The next step.", text),
          "code?": field("The error code that a sign-in would fail with.", text),
        }),
      ),
    ),
  }),
  "emulator export": object({ file: field("The path of the written file.", text) }),
  "emulator trigger": object({
    event: field("The event.", text),
    told: field("The entitlement or subscription, in the service's format; empty for other events.", {
      type: "object",
    }),
  }),
  emulator: object(
    {
      applicationId: field("The id of the emulator's application.", text),
      publicKey: field("The key that verifies its interactions, in hexadecimal.", text),
      apiBase: field("The API.", text),
      webBase: field("The web pages.", text),
    },
    { title: "The result of slashpass emulator --json, printed when it is ready" },
  ),
  "entry-point remove": targeted({
    removed: field("The id of the deleted entry point; null if there was none.", orNull(text)),
  }),
  "entry-point set": targeted({
    entryPoint: field("The command as returned by the service.", entryPoint),
  }),
  "entry-point show": targeted({
    entryPoint: field("The command as returned by the service; null if there is none.", orNull(entryPoint)),
  }),
  init: object({
    files: field("The paths of the written files: the config, then the commands.", texts),
    environments: field("The names of the config's environments.", texts),
  }),
  "launch-command register": whole("launchCommand"),
  "launch-command status": whole("launchCommand"),
  "launch-command unregister": object({
    applicationId,
    removed: field("Whether a launch command was registered.", flag),
  }),
  login: object({
    ...signedIn,
    isNew: field("Whether the player signed in now; false if they were already signed in.", flag),
  }),
  logout: object({ signedOut: field("False if no player was signed in.", flag) }),
  "permissions apply": targeted({
    guilds: field("The plans.", list(shared("guildPermissions"))),
    skipped: field("Guilds already completed according to the journal.", integer),
    done: field("Guilds that now match the config.", integer),
    writes: field("The number of requests that change permissions.", integer),
    failed: noneFailed("command"),
  }),
  "permissions edit": targeted({
    id: commandId,
    name: text,
    before: shared("overwrites"),
    permissions: field("The new overwrites.", list(shared("overwrite"))),
  }),
  "permissions explain": targeted({
    id: field("The command's id.", text),
    name: text,
    guild: field("The guild's name.", text),
    channel: field("The channel's id; null if omitted.", orNull(text)),
    answers: list(
      object({
        name: field("The name of the role or member.", text),
        "userId?": text,
        roles: field("Role ids, except @everyone.", texts),
        allowed: flag,
        rule: field("The deciding rule, such as default-member-permissions.", text),
        reason: field("A sentence that describes the rule.", text),
        "overwrite?": field(
          "The deciding overwrite.",
          object({
            id: text,
            type: oneOf([1, 2, 3]),
            permission: flag,
            "name?": field("The name of the role, member or channel.", text),
          }),
        ),
      }),
    ),
  }),
  "permissions get": targeted({
    id: commandId,
    name: text,
    permissions: shared("overwrites"),
  }),
  "permissions list": targeted({
    permissions: list(
      openObject({
        id: commandId,
        "name?": field("The command's name, if the command exists.", text),
        "application_id?": text,
        "guild_id?": text,
        permissions: shared("overwrites"),
      }),
    ),
  }),
  "permissions plan": targeted({
    differs,
    guilds: list(shared("guildPermissions")),
  }),
  "scheme register": whole("scheme"),
  "scheme status": whole("scheme"),
  "scheme unregister": object({
    scheme: field("The scheme.", text),
    removed: field("Whether a registration of this application, or a leftover one, was removed.", flag),
    "leftover?": shared("schemeLeftover"),
  }),
  token: object({
    "accessToken?": field("A secret. Absent with --exec.", text),
    scopes: shared("scopes"),
    expiresAt,
  }),
  verify: object({
    "endpoint?": field("The endpoint's URL; absent with --make-key.", text),
    "publicKey?": field(
      "The public key that the endpoint must use, as 64 hexadecimal digits; absent if a recorded request is sent again and its key is unknown.",
      text,
    ),
    checks: field(
      "The result of each request, in order.",
      list(
        object({
          check: oneOf(["ping", "bad signature", "no signature", "raw body", "interaction", "recorded"]),
          sent: field("A description of the request.", text),
          status: field(
            "The response status; null if there was no response within 3 seconds.",
            orNull(integer),
          ),
          verdict: verdicts,
          found: field("How the service would handle the response.", text),
          "advice?": field("The next step.", text),
        }),
      ),
    ),
  }),
  whoami: object(signedIn),
};
