import type { Snowflake } from "../snowflake.ts";
import { type Command, CommandType } from "../wire/command.ts";
import { createSnowflake } from "./new-id.ts";
import { invalidField, Refusal, unknownCommand } from "./refusal.ts";

/** A command's fields as they came in, not yet checked. */
export type CommandBody = Readonly<Record<string, unknown>>;

/** `global`, or the id of a guild. */
export type Scope = string;

/** The commands of one application, kept as the service keeps them (Application Commands Interface, "Endpoints"). */
export class CommandBook {
  readonly #applicationId: Snowflake;
  readonly #scopes = new Map<Scope, Map<Snowflake, Command>>();

  constructor(applicationId: Snowflake) {
    this.#applicationId = applicationId;
  }

  list(scope: Scope): Command[] {
    return [...this.#in(scope).values()];
  }

  /** @throws Refusal 10063. */
  get(scope: Scope, id: Snowflake): Command {
    const command = this.#in(scope).get(id);
    if (!command) throw unknownCommand();
    return command;
  }

  /** Creates a command, or overwrites the one of the same name and type. */
  upsert(scope: Scope, body: CommandBody): { command: Command; created: boolean } {
    const draft = this.#describe(scope, body);
    const known = this.list(scope).find(
      (command) => command.name === draft.name && command.type === draft.type,
    );
    return { command: this.#keep(scope, draft, known), created: known === undefined };
  }

  /** Replaces the given fields. */
  edit(scope: Scope, id: Snowflake, body: CommandBody): Command {
    const known = this.get(scope, id);
    return this.#keep(scope, this.#describe(scope, { ...known, ...body, type: known.type }), known);
  }

  delete(scope: Scope, id: Snowflake): void {
    this.get(scope, id);
    this.#in(scope).delete(id);
  }

  /**
   * Replaces the whole list. An item keeps the command with its `id`, else the one of its name and type.
   *
   * @throws Refusal 50240 when it would drop the entry point, which the service does not allow.
   */
  overwrite(scope: Scope, bodies: readonly CommandBody[]): Command[] {
    const known = this.list(scope);
    const drafts = bodies.map((body) => this.#describe(scope, body));
    const entryPoint = known.some((command) => command.type === CommandType.PrimaryEntryPoint);
    if (entryPoint && !drafts.some((draft) => draft.type === CommandType.PrimaryEntryPoint))
      throw entryPointDropped();
    this.#in(scope).clear();
    return drafts.map((draft, index) => {
      const id = bodies[index]?.["id"];
      const same = (command: Command) => command.name === draft.name && command.type === draft.type;
      return this.#keep(scope, draft, known.find((command) => command.id === id) ?? known.find(same));
    });
  }

  #in(scope: Scope): Map<Snowflake, Command> {
    const commands = this.#scopes.get(scope) ?? new Map<Snowflake, Command>();
    this.#scopes.set(scope, commands);
    return commands;
  }

  /** The id survives; the version moves only when something changed. */
  #keep(scope: Scope, draft: Command, known: Command | undefined): Command {
    const command = known ? { ...draft, id: known.id, version: known.version } : draft;
    const changed = known !== undefined && JSON.stringify(command) !== JSON.stringify(known);
    const kept = changed ? { ...command, version: createSnowflake() } : command;
    this.#in(scope).set(kept.id, kept);
    return kept;
  }

  #describe(scope: Scope, body: CommandBody): Command {
    const { name, type = CommandType.ChatInput } = body;
    if (typeof name !== "string") throw invalidField("name", "BASE_TYPE_REQUIRED", "This field is required");
    if (type === CommandType.PrimaryEntryPoint && scope !== "global") {
      throw invalidField("type", "BASE_TYPE_CHOICES", "Value must be one of {1, 2, 3}.");
    }
    return {
      id: createSnowflake(),
      application_id: this.#applicationId,
      ...(scope === "global" ? globalDefaults : { guild_id: scope }),
      version: createSnowflake(),
      default_member_permissions: null,
      nsfw: false,
      ...pickFields(body),
      type: type as CommandType,
      name,
      description: typeof body["description"] === "string" ? body["description"] : "",
    };
  }
}

// What the service returns for a bare command (Discord documentation, Application Commands).
const globalDefaults = { dm_permission: true, contexts: null, integration_types: [0] } as const;

const fields = [
  "name_localizations",
  "description_localizations",
  "options",
  "default_member_permissions",
  "dm_permission",
  "default_permission",
  "nsfw",
  "integration_types",
  "contexts",
  "handler",
];

function pickFields(body: CommandBody): Partial<Command> {
  return Object.fromEntries(
    fields.filter((field) => body[field] !== undefined).map((field) => [field, body[field]]),
  );
}

function entryPointDropped(): Refusal {
  return new Refusal(
    400,
    50240,
    "You cannot remove this app's Entry Point command in a bulk update operation. Please include the Entry Point command in your update request or delete it separately.",
  );
}
