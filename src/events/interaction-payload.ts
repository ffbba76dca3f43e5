import { isObject, isSnowflake } from "../core/check/readers.ts";
import { type ClientError, validationError } from "../core/errors.ts";
import {
  type AutocompletePayload,
  type CommandPayload,
  type ComponentPayload,
  InteractionType,
  type ModalPayload,
  type PingPayload,
} from "../wire/interaction.ts";
import type { WireUser } from "../wire/user.ts";

export type KnownPayload =
  | PingPayload
  | CommandPayload
  | ComponentPayload
  | AutocompletePayload
  | ModalPayload;

export interface UnknownPayload {
  readonly type: "unknown";
  readonly id: string;
}

type Malformed = (part: string) => ClientError;

/**
 * Checks only the fields that this library reads.
 *
 * @param fail - creates the error. Default {@link malformed}.
 */
export function parsePayload(value: unknown, fail: Malformed = malformed): KnownPayload | UnknownPayload {
  if (!isObject(value)) throw fail("the body");
  const { type } = value;
  if (!Number.isInteger(type)) throw fail("type");
  if (type === InteractionType.Ping) return value as unknown as PingPayload;
  if (!isSnowflake(value["id"])) throw fail("id");
  if (!isSnowflake(value["application_id"])) throw fail("application_id");
  if (typeof value["token"] !== "string" || value["token"] === "") throw fail("token");
  const check = dataChecks[type as number];
  if (!check) return { type: "unknown", id: value["id"] };
  if (!hasUser(value)) throw fail("user");
  if (!isObject(value["data"])) throw fail("data");
  check(value["data"], fail);
  return value as unknown as KnownPayload;
}

export function malformed(what: string): ClientError {
  return validationError(
    "malformed_payload",
    `The interaction cannot be read: ${what} does not match the documentation.`,
  );
}

export function isUser(value: unknown): value is WireUser {
  return isObject(value) && isSnowflake(value["id"]) && typeof value["username"] === "string";
}

type DataCheck = (data: Readonly<Record<string, unknown>>, fail: Malformed) => void;

const checkCommandData: DataCheck = (data, fail) => {
  if (typeof data["name"] !== "string") throw fail("data.name");
  if (!Number.isInteger(data["type"])) throw fail("data.type");
  if (data["resolved"] !== undefined && !isObject(data["resolved"])) throw fail("data.resolved");
};

const checkCustomId: DataCheck = (data, fail) => {
  if (typeof data["custom_id"] !== "string") throw fail("data.custom_id");
};

const dataChecks: Readonly<Record<number, DataCheck>> = {
  [InteractionType.ApplicationCommand]: checkCommandData,
  [InteractionType.Autocomplete]: checkCommandData,
  [InteractionType.MessageComponent]: checkCustomId,
  [InteractionType.ModalSubmit]: (data, fail) => {
    checkCustomId(data, fail);
    if (!Array.isArray(data["components"])) throw fail("data.components");
  },
};

function hasUser({ member, user }: Readonly<Record<string, unknown>>): boolean {
  return isUser(isObject(member) ? member["user"] : user);
}
