import { fields } from "../../core/check/fields.ts";
import { type Reader, wrongArgument, flag, isObject, listOf, oneOf, optional, textOf } from "../../core/check/readers.ts";
import { parseSnowflake } from "../../core/snowflake.ts";
import type { SnowflakeInput } from "../../wire/snowflake.ts";
import { type Locale, locales } from "../../wire/locale.ts";

/** An account as it is to be. What is left out is made from the name, or at random. */
export interface PlayerInit {
  readonly id?: SnowflakeInput | undefined;
  /** The display name: 1 to 100 characters. */
  readonly name: string;
  /** 2 to 32 lower case letters, digits, dots and underscores. */
  readonly username?: string | undefined;
  /** The language of their client. Default `en-US`. */
  readonly locale?: Locale | undefined;
  /** Whether they are 18 or older, as age-restricted commands want it. Default true. */
  readonly adult?: boolean | undefined;
  /** Names of their friends, who are friends of theirs then too. Default nobody. */
  readonly friends?: readonly string[] | undefined;
}

const readName = textOf({ most: 100 });

/** The name of an account. */
export const readUsername: Reader<string> = (value, name) => {
  if (typeof value === "string" && /^[a-z0-9_.]{2,32}$/.test(value)) return value;
  throw wrongArgument(name, value, "2 to 32 lower case letters, digits, dots and underscores");
};

/** Reads an account as it is to be. */
export const readPlayerInit: Reader<PlayerInit> = fields<PlayerInit>({
  id: optional(parseSnowflake),
  name: readName,
  username: optional(readUsername),
  locale: optional(oneOf(locales)),
  adult: optional(flag),
  friends: optional(listOf(readName)),
});

/** Reads one of a list: a name alone, or more of the account. */
export const readPlayer: Reader<string | PlayerInit> = (value, name) =>
  isObject(value) ? readPlayerInit(value, name) : readName(value, name);
