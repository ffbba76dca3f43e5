import { readProfile } from "../commands/rules/options-of-validation.ts";
import { fields, type Table } from "../input/fields.ts";
import { type Reader, wrongArgument } from "../input/reader.ts";
import {
  abortSignal,
  asItIs,
  flag,
  listOf,
  object,
  oneOf,
  optional,
  secondsOf,
  textOf,
  whole,
} from "../input/readers.ts";
import { parseSnowflake } from "../snowflake.ts";
import { readRateLimit } from "./base/rate-limits.ts";
import type { EmulatorOptions } from "./emulator.ts";
import type { FilledOption, Invocation } from "./interactions/invoke.ts";
import type { Place } from "./interactions/place.ts";
import type { Press, Submission } from "./interactions/press.ts";
import type { PlayerAgentOptions } from "./player-agent.ts";
import { readWorldInit } from "./world/world-init.ts";

const name = textOf({ most: 100 });
const year = 31_536_000;

/** How an emulator is set up. */
export const readEmulatorOptions: Reader<EmulatorOptions> = fields<EmulatorOptions>({
  port: optional(whole(0, 65_535)),
  accessTokenSeconds: optional(secondsOf(year)),
  signal: optional(abortSignal()),
  world: optional(readWorldInit),
  deviceIntervalSeconds: optional(secondsOf(year)),
  profile: readProfile,
  rateLimits: optional(listOf(readRateLimit)),
  seed: optional(whole(0, Number.MAX_SAFE_INTEGER)),
});

const placeFields: Table<Place> = {
  player: optional(name),
  guildId: optional(parseSnowflake),
  channelId: optional(parseSnowflake),
};

/** An option, with as many levels below it as commands have. */
function filledOption(levels: number): Reader<FilledOption> {
  return fields<FilledOption>({
    name: textOf({ most: 100 }),
    type: whole(1, 11),
    value: asItIs(),
    options:
      levels === 0
        ? optional(listOf(asItIs<FilledOption>(), 0))
        : optional(listOf(filledOption(levels - 1), 25)),
    focused: optional(flag),
  });
}

/** What a player does with a command. */
export const readInvocation: Reader<Invocation> = fields<Invocation>({
  ...placeFields,
  command: textOf({ most: 100 }),
  options: optional(listOf(filledOption(2), 25)),
  target: optional(textOf({ least: 0, most: 4000 })),
});

/** What a player does with a component. */
export const readPress: Reader<Press> = fields<Press>({
  ...placeFields,
  message: object(),
  customId: textOf({ most: 100 }),
  values: optional(listOf(textOf({ least: 0, most: 4000 }), 25)),
});

/** What a player does with a form. */
export const readSubmission: Reader<Submission> = fields<Submission>({
  ...placeFields,
  modal: object(),
  fields: optional(object()),
  message: optional(object()),
});

/** How a scripted player behaves. */
export const readPlayerAgentOptions: Reader<PlayerAgentOptions> = fields<PlayerAgentOptions>({
  player: optional(name),
  answer: optional(oneOf(["accept", "deny"])),
});

/** The id of an Activity's instance. */
export const readInstanceId: Reader<string> = textOf({ most: 200 });

/** The name of a player. */
export const readPlayerName: Reader<string | undefined> = optional(name);

/** The address that a scripted player visits. */
export const readAddress: Reader<string> = (value, label) => {
  const text = textOf({ most: 65_536 })(value, label);
  if (/^https?:/.test(text) && URL.canParse(text)) return text;
  throw wrongArgument(label, value, "an http or https URL");
};
