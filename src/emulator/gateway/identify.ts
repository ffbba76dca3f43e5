import { isObject } from "../../core/check/readers.ts";
import { GatewayCloseCode, GatewayIntent, privilegedIntents } from "../../wire/gateway.ts";
import type { EmulatorApplication } from "../state/application.ts";
import { describeApplication } from "../state/described-application.ts";
import type { Shard } from "../state/online-bots.ts";
import type { World } from "../state/world.ts";
import { Closing } from "./closing.ts";
import { mustBeObject } from "./frame.ts";

/** Who a session is of, and what it hears. */
export interface Identity {
  readonly application: EmulatorApplication;
  readonly intents: number;
  readonly shard: Shard;
}

const knownIntents = Object.values(GatewayIntent).reduce((all, intent) => all | intent, 0);
const mostShards = 16_384;

/**
 * Reads an Identify (Discord documentation, Gateway Events, "Identify").
 *
 * @throws Closing 4002, 4004, 4010, 4013 or 4014.
 */
export function readIdentify(world: World, d: unknown): Identity {
  const { token, properties, intents, shard } = mustBeObject(d, GatewayCloseCode.DecodeError);
  const application = findBot(world, token);
  if (!isObject(properties)) throw new Closing(GatewayCloseCode.DecodeError);
  return { application, shard: readShard(shard), intents: readIntents(intents, application) };
}

/** The application of a bot token, with or without `Bot` before it. @throws Closing 4004. */
export function findBot({ applications }: World, token: unknown): EmulatorApplication {
  const bare = typeof token === "string" ? token.replace(/^Bot /, "") : undefined;
  const application = applications.find(({ botToken }) => botToken === bare);
  if (!application) throw new Closing(GatewayCloseCode.AuthenticationFailed);
  return application;
}

function readShard(value: unknown): Shard {
  if (value === undefined || value === null) return [0, 1];
  const [id, count, ...more] = Array.isArray(value) ? (value as readonly unknown[]) : [];
  if (isWhole(id) && isWhole(count) && id < count && count <= mostShards && more.length === 0)
    return [id, count];
  throw new Closing(GatewayCloseCode.InvalidShard);
}

function readIntents(value: unknown, application: EmulatorApplication): number {
  if (!isWhole(value) || value > knownIntents || (value & ~knownIntents) !== 0)
    throw new Closing(GatewayCloseCode.InvalidIntents);
  const { flags } = describeApplication(application);
  for (const [intent, given] of privilegedIntents) {
    if ((value & intent) !== 0 && (flags & given) === 0)
      throw new Closing(GatewayCloseCode.DisallowedIntents);
  }
  return value;
}

function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
