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
  "Each value that changes, with its path: integration_types_config.0. Pictures are shown by hash, type and size.",
  list(shared("change")),
);
const commandId = field("Of the command, or of the application.", text);
const credential = {
  "environment?": field("Absent without a config.", text),
  applicationId: text,
  entry: shared("keychainEntry"),
};
const differs = field("Whether applying would change something.", flag);
const entryPoint = openObject({
  id: text,
  name: text,
  "handler?": field("1: the application; 2: Discord.", integer),
});
const expiresAt = field(
  "When the access token ends, as ISO 8601; null where the service does not say.",
  orNull(text),
);
const key = field("The text.", text);
const requests = list(oneOf(["settings", "metadata"]));
const signedIn = {
  applicationId,
  environment: field("The environment of the config; null without a config.", orNull(text)),
  account: field("What --account named; null where it was not given.", orNull(text)),
  player: shared("player"),
  scopes: shared("scopes"),
  expiresAt,
};
const verdicts = oneOf(["ok", "warning", "failure", "not-checked"]);
const writtenFile = field("The file that was written.", text);

/** The library's checks, then the CLI's. */
const checkNames = [
  ["addon", "browser", "loopback", "scheme", "keychain", "network", "clock"],
  ["redirect-uri", "public-client", "scopes"],
  ["proxy", "settings", "commands", "endpoint", "events", "installation", "activities"],
].flat();

/** Returns a result that consists of one shared part. */
function whole(name: Parameters<typeof shared>[0]): Schema {
  return { type: "object", ...shared(name) };
}

function noneFailed(what: string): Schema {
  return {
    type: "array",
    maxItems: 0,
    description: `Empty: otherwise the ${what} fails, and the error's details have these fields.`,
  };
}

/** The commands' results. */
export const results: Readonly<Record<string, Schema>> = {
  "app apply": object({
    target: shared("target"),
    changes,
    requests: field(
      "The requests that were made: PATCH for the settings, PUT for the linked-role metadata.",
      requests,
    ),
    left: field(
      "The paths of values that the service has left as they were. If there are some, the program ends with 3.",
      texts,
    ),
  }),
  "app plan": object({
    target: shared("target"),
    differs,
    changes,
    requests: field(
      "The requests that applying takes: PATCH for the settings, PUT for the linked-role metadata.",
      requests,
    ),
    portal: field(
      "The settings that only the developer portal makes.",
      list(
        object({
          setting: text,
          page: field("The portal's page.", text),
          "state?": field("Its state, where the service shows it.", text),
        }),
      ),
    ),
  }),
  "app pull": object({
    target: shared("target"),
    application: field("The value of 'application' in a config.", { type: "object" }),
    "file?": writtenFile,
  }),
  "commands apply": whole("applied"),
  "commands languages check": object({
    folder: field("The folder of the languages.", text),
    languages: list(
      object({
        locale: shared("locale"),
        total: field("How many texts the definitions have.", count),
        translated: field("How many of them are translated.", count),
        missing: field("Texts without a translation.", texts),
        fallbacks: field(
          "Texts without a translation that are shown in a related language.",
          list(object({ key, shown: shared("locale") })),
        ),
        stale: field("Translations of texts that have changed since.", texts),
        unused: field("Translations that no text has.", texts),
        findings: field("Translations that break a rule.", list(object({ key, finding: shared("finding") }))),
        doubles: field(
          "Commands of one type, or choices of one option, that look the same.",
          list(
            object({
              text: field("The text that they have in this language.", text),
              keys: field("The texts.", texts),
            }),
          ),
        ),
        widths: field(
          "The length of each translation.",
          list(
            object({
              key,
              width: field("The characters of its translation.", count),
              limit: field("The most that it may have.", count),
            }),
          ),
        ),
      }),
    ),
    findings: field(
      "Commands that break a rule with all translations together: they are too large.",
      list(shared("finding")),
    ),
    fallbacks: field(
      "Languages without a file whose players see another language, not the default texts.",
      list(object({ locale: shared("locale"), shown: shared("locale") })),
    ),
  }),
  "commands languages extract": object({
    texts: field("How many texts the definitions have.", count),
    languages: list(
      object({
        locale: shared("locale"),
        missing: field("Texts without a translation.", count),
        stale: field("Translations of texts that have changed since.", count),
        unused: field("Translations that no text has; they are kept.", count),
        file: writtenFile,
      }),
    ),
  }),
  "commands languages merge": object({
    files: list(
      object({
        file: field("The file of the translators.", text),
        locale: shared("locale"),
        into: writtenFile,
        changed: field("The texts whose translation is new or another one.", texts),
        unknown: field("Translations that were left out, since no text has their key.", texts),
        outdated: field(
          "Translations of older texts that were left out, since there is one of the text now.",
          texts,
        ),
      }),
    ),
  }),
  "commands list": object({
    target: shared("target"),
    commands: field(
      "As the service returns them, with all localizations.",
      list(openObject({ id: text, "type?": integer, name: text, "description?": text })),
    ),
  }),
  "commands plan": {
    ...openObject({ target: shared("target"), differs }),
    ...shared("plan"),
    unevaluatedProperties: false,
  },
  "commands pull": object({
    target: shared("target"),
    file: writtenFile,
    commands: field("How many are in it.", integer),
  }),
  "commands restore": whole("applied"),
  "commands rollout": {
    anyOf: [
      object({
        target: shared("target"),
        journal: field("The file in which progress is noted.", text),
        done: field("Guilds that were brought to the definitions now.", integer),
        skipped: field("Guilds that the journal knows to be done.", integer),
        failed: noneFailed("rollout"),
        "savedPermissions?": shared("savedPermissionsList"),
      }),
      field(
        "With --plan.",
        object({
          target: shared("target"),
          same: field("Guilds that are as the definitions say.", integer),
          different: field(
            "The others, with the names of the commands that a rollout would create, edit and delete there.",
            list(object({ guildId: text, creates: texts, edits: texts, deletes: texts })),
          ),
          failed: noneFailed("plan"),
        }),
      ),
    ],
  },
  "commands snapshot": object({
    target: shared("target"),
    file: writtenFile,
    commands: integer,
    permissions: field(
      "Of how many commands permissions are kept; the application itself counts as one.",
      integer,
    ),
  }),
  "commands validate": object({
    file: field("The file that was checked.", text),
    scope: field("Where the commands are registered.", oneOf(["global", "guild"])),
    commands: field("How many there are.", integer),
    errors: field("Above 0 the exit code is 3.", integer),
    warnings: integer,
    findings: list(shared("finding")),
  }),
  completion: object({
    shell: oneOf(["bash", "zsh", "fish", "powershell"]),
    script: field("What the shell is to read.", text),
  }),
  "credential forget": object({
    ...credential,
    forgotten: field("Whether one was kept.", flag),
  }),
  "credential list": object({
    credentials: list(
      object({
        "environment?": field("Absent without a config.", text),
        applicationId: text,
        source: field(
          "Where the credential that is used comes from.",
          oneOf(["variable", "keychain", "none"]),
        ),
        "kind?": field("Absent where there is none.", oneOf(["bot-token", "client-secret", "both"])),
        "entry?": shared("keychainEntry"),
      }),
    ),
  }),
  "credential set": object(credential),
  dev: object(
    {
      applicationId: field("The application: the emulator's, or with --public-url the config's.", text),
      "environment?": field("Its name in the config.", text),
      "guildId?": field("The guild of the commands; without one they are global.", text),
      "endpoint?": field("The address on this machine at which the handler answers.", text),
      "publicUrl?": field("The endpoint URL that the application has until the end.", text),
      "journal?": field("The file that says how the application was before.", text),
      "apiBase?": field("The emulator's API.", text),
      "webBase?": field("The emulator's web pages.", text),
      "restored?": field("With --restore: whether something was left of a crash.", flag),
    },
    {
      title:
        "The result of slashpass dev --json, printed once the handler is served, or with --restore once the application is set back. While it is served, lines of dev-event.json follow",
    },
  ),
  doctor: object({
    applicationId: field("The application that was checked.", text),
    "environment?": field("Its name in the config, where there is a config.", text),
    checks: field(
      "One result for each check, in a fixed order.",
      list(
        object({
          check: oneOf(checkNames),
          verdict: field("A failure makes the program end with 3.", verdicts),
          found: field("What is there.", text),
          "advice?": field("What to do.", text),
          "code?": field("The code of the error that a sign-in would meet.", text),
        }),
      ),
    ),
  }),
  "emulator export": object({ file: field("The path of the written file.", text) }),
  "emulator trigger": object({
    event: field("The event.", text),
    told: field("The entitlement or subscription, as the service describes it; else empty.", {
      type: "object",
    }),
  }),
  emulator: object(
    {
      applicationId: field("The id of the application that is there.", text),
      publicKey: field("With which its interactions are checked; hexadecimal.", text),
      apiBase: field("The API.", text),
      webBase: field("The web pages.", text),
    },
    { title: "The result of slashpass emulator --json, printed once it serves" },
  ),
  "entry-point remove": object({
    target: shared("target"),
    removed: field("Its id; null where there was none.", orNull(text)),
  }),
  "entry-point set": object({
    target: shared("target"),
    entryPoint: field("As the service returns it.", entryPoint),
  }),
  "entry-point show": object({
    target: shared("target"),
    entryPoint: field("As the service returns it; null where there is none.", orNull(entryPoint)),
  }),
  init: object({
    files: field("The paths of the files that were written: the config, then the commands.", texts),
    environments: field("The names of the config's environments.", texts),
  }),
  "launch-command register": whole("launchCommand"),
  "launch-command status": whole("launchCommand"),
  "launch-command unregister": object({
    applicationId,
    removed: field("Whether there was one.", flag),
  }),
  login: object({
    ...signedIn,
    isNew: field("Whether the player was asked; false where they were signed in already.", flag),
  }),
  logout: object({ signedOut: field("False where nobody was signed in.", flag) }),
  "permissions apply": object({
    target: shared("target"),
    guilds: field("What was planned.", list(shared("guildPermissions"))),
    skipped: field("Guilds that the journal knows to be done.", integer),
    done: field("Guilds that have the permissions of the config now.", integer),
    writes: field("How many requests changed something.", integer),
    failed: noneFailed("command"),
  }),
  "permissions edit": object({
    target: shared("target"),
    id: commandId,
    name: text,
    before: shared("overwrites"),
    permissions: field("As they are now.", list(shared("overwrite"))),
  }),
  "permissions explain": object({
    target: shared("target"),
    id: field("Of the command.", text),
    name: text,
    guild: field("Its name.", text),
    channel: field("Its id, where one was given.", orNull(text)),
    answers: list(
      object({
        name: field("Of the role or the member.", text),
        "userId?": text,
        roles: field("Ids, beside everyone's.", texts),
        allowed: flag,
        rule: field("What decided, for example default-member-permissions.", text),
        reason: field("The same as a sentence.", text),
        "overwrite?": field(
          "The overwrite that decided.",
          object({
            id: text,
            type: oneOf([1, 2, 3]),
            permission: flag,
            "name?": field("Of the role, the member or the channel.", text),
          }),
        ),
      }),
    ),
  }),
  "permissions get": object({
    target: shared("target"),
    id: commandId,
    name: text,
    permissions: shared("overwrites"),
  }),
  "permissions list": object({
    target: shared("target"),
    permissions: list(
      openObject({
        id: commandId,
        "name?": field("Of the command, where there is one of this id.", text),
        "application_id?": text,
        "guild_id?": text,
        permissions: shared("overwrites"),
      }),
    ),
  }),
  "permissions plan": object({
    target: shared("target"),
    differs,
    guilds: list(shared("guildPermissions")),
  }),
  "scheme register": whole("scheme"),
  "scheme status": whole("scheme"),
  "scheme unregister": object({
    scheme: field("The scheme that was meant.", text),
    removed: field("Whether there was a registration of this application, or a leftover.", flag),
    "leftover?": shared("schemeLeftover"),
  }),
  token: object({
    "accessToken?": field("A secret. Absent with --exec.", text),
    scopes: shared("scopes"),
    expiresAt,
  }),
  verify: object({
    "endpoint?": field("The address that was asked. Absent with --make-key.", text),
    "publicKey?": field(
      "The key that the endpoint has to have, 64 hexadecimal digits; absent where a request is sent again and it is not known.",
      text,
    ),
    checks: field(
      "What each request showed, in the order of the requests.",
      list(
        object({
          check: oneOf(["ping", "bad signature", "no signature", "raw body", "interaction", "recorded"]),
          sent: field("What was sent.", text),
          status: field("The status of the answer; null where none came within 3 seconds.", orNull(integer)),
          verdict: verdicts,
          found: field("What the service would make of it.", text),
          "advice?": field("What to do.", text),
        }),
      ),
    ),
  }),
  whoami: object(signedIn),
};
