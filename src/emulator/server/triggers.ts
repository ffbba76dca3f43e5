import { fields } from "../../core/check/fields.ts";
import { nearest } from "../../core/check/nearest.ts";
import { isObject, listOf, optional, parseSnowflake, type Reader, textOf } from "../../core/check/readers.ts";
import { validationError } from "../../core/errors.ts";
import type { Snowflake } from "../../wire/snowflake.ts";
import { readDuration, readPlainFault } from "../base/fault.ts";
import { readWorldEvent } from "../player/input.ts";
import type { EmulatorApplication } from "../state/application.ts";
import { findNamed } from "../player/find-named.ts";
import type { Guild } from "../state/guild.ts";
import { readName } from "../state/guild-init.ts";
import type { Player } from "../state/players.ts";
import type { Purchase } from "../state/shop.ts";
import type { World } from "../state/world.ts";

interface TriggerContext {
  readonly world: World;
  readonly application: EmulatorApplication;
}

type Action = (context: TriggerContext, given: unknown) => unknown;

function action<Fields extends object>(
  read: Reader<Fields>,
  act: (context: TriggerContext, given: Fields) => unknown,
): Action {
  return (context, given) => act(context, read(given, "fields"));
}

function idFrom(origin: string): Reader<Snowflake> {
  return (value, name) => {
    if (value !== undefined && value !== "") return parseSnowflake(value, name);
    throw validationError("invalid_id", `${name} is missing.`, `Pass ${origin}`);
  };
}

const readPurchase = fields({
  player: readName,
  guild: optional(readName),
  sku: idFrom("sku=<id>: the id of a SKU in the emulator's world, or any other number."),
});
const readSubscription = fields({
  subscription: idFrom("subscription=<id>, as printed by subscription.create."),
});
const readPlayer = fields({ player: readName });
const readFriends = fields({ player: readName, friend: readName });
const readMember = fields({
  guild: optional(readName),
  player: readName,
  nick: optional(readName),
  roles: optional((value, name) => listOf(readName)(textOf()(value, name).split(","), name)),
});

const actions: Readonly<Record<string, Action>> = {
  "entitlement.create": action(readPurchase, (context, given) =>
    context.world.shop.buy(purchaseOf(context, given)),
  ),
  "entitlement.delete": action(
    fields({
      entitlement: idFrom("entitlement=<id>, as printed by entitlement.create."),
    }),
    ({ world }, { entitlement }) => world.shop.refund(entitlement),
  ),
  "subscription.create": action(readPurchase, (context, given) =>
    context.world.shop.subscribe(purchaseOf(context, given)),
  ),
  "subscription.cancel": action(readSubscription, ({ world }, given) =>
    world.shop.cancel(given.subscription),
  ),
  "subscription.end": action(readSubscription, ({ world }, given) => world.shop.end(given.subscription)),
  "member.add": action(readMember, ({ world }, { guild, ...member }) => {
    findGuild(world, guild).addMember(member);
  }),
  "member.edit": action(readMember, ({ world }, { guild, player, ...change }) => {
    findGuild(world, guild).editMember(player, change);
  }),
  "member.remove": action(readMember, ({ world }, { guild, player }) =>
    findGuild(world, guild).removeMember(player),
  ),
  "application.deauthorize": action(readPlayer, ({ world, application }, { player }) =>
    world.deauthorize(findPlayer(world, player).id, application.id),
  ),
  "quest.enroll": action(readPlayer, ({ application }, { player }) => questOf(application).enroll(player)),
  "quest.complete": action(readPlayer, ({ application }, { player }) =>
    questOf(application).complete(player),
  ),
  "friend.add": action(readFriends, (context, given) => befriend(context, given, true)),
  "friend.remove": action(readFriends, (context, given) => befriend(context, given, false)),
  "presence.ask-to-join": action(readPlayer, ({ world, application }, { player }) =>
    world.presences.requestToJoin(player, application),
  ),
  "presence.join": action(fields({ secret: textOf() }), ({ world, application }, { secret }) => ({
    games: world.presences.join(secret, application),
  })),
  "fault.add": ({ world }, given) => void world.faults.add(readPlainFault(withNumbers(given))),
  "fault.end": action(fields({}), ({ world }) => world.faults.clear()),
  "time.advance": action(fields({ time: readDuration }), ({ world }, { time }) => world.clock.advance(time)),
};

export const actionNames: readonly string[] = Object.keys(actions);

const readTrigger = fields({
  event: textOf({ most: 100 }),
  application: optional(parseSnowflake),
  fields: (value: unknown) => value,
  /** The event's data in the service's format. Replaces `fields`. */
  data: (value: unknown) => value,
});

export function trigger(world: World, given: unknown): object {
  const { event, data, ...options } = readTrigger(given, "request");
  const application = findApplication(world, options.application);
  if (data !== undefined) {
    const name = event.toUpperCase().replaceAll(".", "_");
    world.worldEvents.emit(readWorldEvent(name, data, application.id));
    return {};
  }
  const done = findAction(event)({ world, application }, options.fields ?? {});
  return isObject(done) ? done : {};
}

function findAction(event: string): Action {
  const known = Object.hasOwn(actions, event) ? actions[event] : undefined;
  if (known) return known;
  const like = nearest(event, actionNames);
  throw validationError(
    "unknown_event",
    `${JSON.stringify(event)} is not an event.${like === undefined ? "" : ` Did you mean ${like}?`}`,
    `Available events: ${actionNames.join(", ")}. Other service events require data.`,
  );
}

function findApplication(world: World, id: string | undefined): EmulatorApplication {
  const found = id === undefined ? world.applications[0] : world.application(id);
  if (found) return found;
  throw validationError("unknown_application", `There is no application with the id ${id}.`);
}

function findGuild({ guilds }: World, reference: string | undefined): Guild {
  if (reference !== undefined) return findNamed("guild", reference, guilds.all);
  const [first] = guilds.all;
  if (first) return first;
  throw validationError("unknown_guild", "No guild exists.");
}

function purchaseOf(
  { world, application }: TriggerContext,
  { guild, ...given }: ReturnType<typeof readPurchase>,
): Purchase {
  return { application, guild: guild === undefined ? undefined : findGuild(world, guild).id, ...given };
}

function findPlayer({ players }: World, name: string): Player {
  const found = players.find(name);
  if (found) return found;
  throw validationError("invalid_argument", `There is no player named ${JSON.stringify(name)}.`);
}

function questOf({ quest, name }: EmulatorApplication): NonNullable<EmulatorApplication["quest"]> {
  if (quest) return quest;
  throw validationError(
    "invalid_argument",
    `${name} has no Quest.`,
    "Add a quest to the application in the world.",
  );
}

function befriend(
  { world: { players, friendships } }: TriggerContext,
  { player, friend }: ReturnType<typeof readFriends>,
  areFriends: boolean,
): void {
  friendships.set(players.findOrAdd(player), players.findOrAdd(friend), areFriends);
}

const numeric: readonly string[] = ["latencyMs", "clockSkewMs", "retryAfterSeconds", "times", "share"];

function withNumbers(given: unknown): unknown {
  if (!isObject(given)) return given;
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, readNumber(name, value)]));
}

function readNumber(name: string, value: unknown): unknown {
  return numeric.includes(name) && typeof value === "string" ? Number(value) : value;
}
