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

/** A selected user. Includes the guild member if the user is in the interaction's guild. @stable */
export interface ResolvedUser {
  readonly id: Snowflake;
  readonly user: WireUser;
  /** The guild member. `undefined` if the user is not in the interaction's guild. */
  readonly member?: WireMember | undefined;
  /** Always absent, which distinguishes a user from a {@link ResolvedRole}. */
  readonly role?: undefined;
}

/** A selected role, from a menu or option that offers users and roles. @stable */
export interface ResolvedRole {
  readonly id: Snowflake;
  readonly role: WireRole;
  /** Always absent, which distinguishes a role from a {@link ResolvedUser}. */
  readonly user?: undefined;
  /** Always absent. */
  readonly member?: undefined;
}

export function find(kind: keyof ResolvedData, id: unknown, data: CommandData): object | undefined {
  const records: unknown = data.resolved?.[kind];
  // Valid ids are numeric, so they never match inherited properties.
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

/** A button or select menu's `custom_id`, and its handler. @stable */
export interface ComponentDefinition {
  /**
   * The part of `custom_id` before the first `:`. The rest is passed to the handler as its argument, for example `blue` in
   * `vote:blue`.
   */
  readonly customId: string;
  /**
   * Returns the answer, or a promise that resolves to it.
   *
   * @param argument - The part of `custom_id` after the first `:`, or an empty string.
   */
  readonly handle: (interaction: ComponentInteraction, argument: string) => HandlerResult;
}

/** A form's `custom_id`, and its handler. @stable */
export interface ModalDefinition {
  /** The part of `custom_id` before the first `:`. */
  readonly customId: string;
  /**
   * Returns the answer, or a promise that resolves to it.
   *
   * @param fields - The entered values, by field `custom_id`.
   */
  readonly handle: (interaction: ModalInteraction, fields: ModalFields, argument: string) => HandlerResult;
}

/** A component or modal whose custom id can carry an argument. */
interface DefinedCustomId<Kind extends "component" | "modal", Payload> {
  readonly kind: Kind;
  /** The `custom_id` to handle, without its argument. */
  readonly customId: string;
  /** @internal Runs the handler. */
  readonly run: (payload: Payload, delivery: Delivery) => HandlerResult;
}

/** The result of {@link defineComponent}. Pass it in the `components` option of `createInteractionHandler`. @stable */
export type DefinedComponent = DefinedCustomId<"component", ComponentPayload>;

/** The result of {@link defineModal}. Pass it in the `modals` option of `createInteractionHandler`. @stable */
export type DefinedModal = DefinedCustomId<"modal", ModalPayload>;

/**
 * Defines a handler for a button or select menu.
 *
 * @stable
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
 * Defines a handler for a submitted form.
 *
 * @stable
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

/** A handler's return value: the answer, or nothing if the handler has already answered. @stable */
export type HandlerResult = Answer | void | Promise<Answer | void>;
