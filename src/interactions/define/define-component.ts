import { countCharacters, isObject, readerOf, callable, isSnowflake } from "../../core/check/readers.ts";
import type { Snowflake } from "../../wire/snowflake.ts";
import type {
  CommandData,
  ResolvedData,
  WireMember,
  WireRole,
  ComponentPayload,
  ModalPayload,
} from "../../wire/interaction.ts";
import type { WireMessage } from "../../wire/message.ts";
import type { WireUser } from "../../wire/user.ts";
import { isUser, malformed } from "../../events/interaction-payload.ts";
import { fields } from "../../core/check/fields.ts";
import type { Delivery, Answer } from "../answer/delivery.ts";
import {
  ComponentInteraction,
  type ModalFields,
  ModalInteraction,
  readModalFields,
} from "../answer/interaction.ts";
import { limits } from "../../wire/limits.ts";

/** A selected user, with the guild member if the user is in the interaction's guild. */
export interface ResolvedUser {
  /** The user's id. */
  readonly id: Snowflake;
  /** The user. */
  readonly user: WireUser;
  /** The guild member; `undefined` outside the user's guilds. */
  readonly member?: WireMember | undefined;
  /** Always absent, to distinguish a user from a {@link ResolvedRole}. */
  readonly role?: undefined;
}

/** A selected role, for inputs that accept users and roles. */
export interface ResolvedRole {
  /** The role's id. */
  readonly id: Snowflake;
  /** The role. */
  readonly role: WireRole;
  /** Always absent, to distinguish a role from a {@link ResolvedUser}. */
  readonly user?: undefined;
  /** Always absent. */
  readonly member?: undefined;
}

export function find(kind: keyof ResolvedData, id: unknown, data: CommandData): object | undefined {
  const records: unknown = data.resolved?.[kind];
  // Valid ids are numeric, so inherited properties are never matched.
  const record = isObject(records) && isSnowflake(id) ? records[id] : undefined;
  return isObject(record) ? record : undefined;
}

export function resolveUser(id: unknown, data: CommandData): ResolvedUser | undefined {
  const user = find("users", id, data);
  if (!isUser(user)) return undefined;
  return { id: user.id, user, member: find("members", id, data) as WireMember | undefined };
}

export function resolveMentionable(id: unknown, data: CommandData): ResolvedUser | ResolvedRole | undefined {
  const role = find("roles", id, data) as WireRole | undefined;
  return role ? { id: role.id, role } : resolveUser(id, data);
}

export function resolveUserTarget(data: CommandData): ResolvedUser {
  const target = resolveUser(data.target_id, data);
  if (!target) throw malformed("data.target_id");
  return target;
}

export function resolveMessageTarget(data: CommandData): WireMessage {
  const message = find("messages", data.target_id, data) as WireMessage | undefined;
  if (!message || !isUser(message.author) || typeof message.content !== "string") {
    throw malformed("data.target_id");
  }
  return message;
}

/** A kind of component, and its handler. */
export interface ComponentDefinition {
  /** The part of `custom_id` before the first `:`. The rest is the handler's argument: `vote:blue`. */
  readonly customId: string;
  /**
   * Answers the component: returns `interaction.update(…)` or another answer, or a promise of one.
   *
   * @param argument - The part of `custom_id` after the first `:`; empty if there is none.
   */
  readonly handle: (interaction: ComponentInteraction, argument: string) => HandlerResult;
}

/** A form and its handler. */
export interface ModalDefinition {
  /** The part of `custom_id` before the first `:`. */
  readonly customId: string;
  /**
   * Answers the form: returns `interaction.reply(…)` or another answer, or a promise of one.
   *
   * @param fields - The entered values, by each field's `custom_id`.
   */
  readonly handle: (interaction: ModalInteraction, fields: ModalFields, argument: string) => HandlerResult;
}

/** A component or modal whose custom id can carry an argument. */
interface DefinedCustomId<Kind extends "component" | "modal", Payload> {
  /** Whether this is a component or a modal. */
  readonly kind: Kind;
  /** The handled `custom_id`, without its argument. */
  readonly customId: string;
  /** @internal Runs the handler. */
  readonly run: (payload: Payload, delivery: Delivery) => HandlerResult;
}

/** The result of {@link defineComponent}, for the handler's `components` option. */
export type DefinedComponent = DefinedCustomId<"component", ComponentPayload>;

/** The result of {@link defineModal}, for the handler's `modals` option. */
export type DefinedModal = DefinedCustomId<"modal", ModalPayload>;

/**
 * Defines the handler for a button or select menu.
 *
 * @throws ClientError `invalid_custom_id`.
 */
export function defineComponent(given: ComponentDefinition): DefinedComponent {
  const definition = readComponent(given, "definition");
  return {
    kind: "component",
    customId: definition.customId,
    run: (payload, delivery) =>
      definition.handle(new ComponentInteraction(payload, delivery), argumentOf(payload)),
  };
}

/**
 * Defines the handler for a submitted form.
 *
 * @throws ClientError `invalid_custom_id`.
 */
export function defineModal(given: ModalDefinition): DefinedModal {
  const definition = readModal(given, "definition");
  return {
    kind: "modal",
    customId: definition.customId,
    run: (payload, delivery) => {
      const filled = readModalFields(payload.data.components);
      return definition.handle(new ModalInteraction(payload, delivery), filled, argumentOf(payload));
    },
  };
}

function argumentOf({ data }: ComponentPayload | ModalPayload): string {
  return splitCustomId(data.custom_id).argument;
}

export function splitCustomId(customId: string): { readonly name: string; readonly argument: string } {
  const colon = customId.indexOf(":");
  if (colon < 0) return { name: customId, argument: "" };
  return { name: customId.slice(0, colon), argument: customId.slice(colon + 1) };
}

function isCustomId(id: unknown): boolean {
  if (typeof id !== "string" || id === "" || id.includes(":")) return false;
  return countCharacters(id, limits.customIdLength) <= limits.customIdLength;
}

const readCustomId = readerOf<string>(
  `1 to ${limits.customIdLength} characters without a colon`,
  isCustomId,
  {
    code: "invalid_custom_id",
    hint: "When a component is used, the part of its custom_id after a colon is passed to the handler as its argument.",
  },
);

const readComponent = fields<ComponentDefinition>({ customId: readCustomId, handle: callable() });
const readModal = fields<ModalDefinition>({ customId: readCustomId, handle: callable() });

/** A handler's result: the answer, or nothing if it has already answered. */
export type HandlerResult = Answer | void | Promise<Answer | void>;
