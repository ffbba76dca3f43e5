import { type Fields, checkFields, id as isId, oneOf } from "../../interactions/messages/rules/checks.ts";
import { pageSizes } from "../../wire/limits.ts";
import {
  type EntitlementData,
  EntitlementOwnerType,
  SkuType,
  type TestEntitlement,
} from "../../wire/monetization.ts";
import { notFound, refuse, refusal, unauthorized } from "../base/refusal.ts";
import { requireScope } from "../oauth/bearer.ts";
import type { EmulatorApplication } from "../state/application.ts";
import { describeSku, hasEnded } from "../state/monetization.ts";
import type { World } from "../state/world.ts";
import {
  type ApiCall,
  asOwnBot,
  requireInPath,
  selectPage,
  parseFlag,
  parseJsonBody,
  parsePage,
  parsePathId,
  parseQueryId,
  parseQueryIds,
  requiredField,
  type Route,
} from "./api-call.ts";

/** From the service's published description, `CreateEntitlementRequestData`. */
const testEntitlementForm: Fields = {
  required: { sku_id: isId, owner_id: isId, owner_type: oneOf(...Object.values(EntitlementOwnerType)) },
};

const entitlements = "/applications/:application_id/entitlements";

export const monetizationRoutes: readonly Route[] = [
  [
    "GET",
    "/applications/:application_id/skus",
    asOwnBot(({ id, skus }) => skus.map((sku) => describeSku(sku, id))),
  ],
  ["GET", "/skus/:sku_id/subscriptions", listSubscriptions],
  ["GET", "/skus/:sku_id/subscriptions/:subscription_id", getSubscription],
  ["GET", entitlements, asSeller(listEntitlements)],
  ["POST", entitlements, asOwnBot(createTestEntitlement)],
  ["GET", `${entitlements}/:entitlement_id`, asSeller(findEntitlement)],
  ["DELETE", `${entitlements}/:entitlement_id`, asSeller(deleteTestEntitlement)],
  ["POST", `${entitlements}/:entitlement_id/consume`, asSeller(consumeEntitlement)],
  ["GET", "/users/@me/applications/:application_id/entitlements", listOwnEntitlements],
];

function listEntitlements(application: EmulatorApplication, call: ApiCall) {
  const userId = parseQueryId(call, "user_id");
  const guildId = parseQueryId(call, "guild_id");
  const skuIds = parseQueryIds(call, "sku_ids");
  const onlyActive = parseFlag(call, "only_active");
  const excludeEnded = parseFlag(call, "exclude_ended") || onlyActive;
  const excludeDeleted = parseFlag(call, "exclude_deleted", true) || onlyActive;
  const page = parsePage(call, pageSizes.entitlements);
  const now = call.world.clock.now();
  const found = call.world.shop
    .list(application)
    .filter(
      (entitlement) =>
        (userId === undefined || entitlement.user_id === userId) &&
        (guildId === undefined || entitlement.guild_id === guildId) &&
        (skuIds.length === 0 || skuIds.includes(entitlement.sku_id)) &&
        !(excludeEnded && hasEnded(entitlement, now)) &&
        !(excludeDeleted && entitlement.deleted),
    );
  return selectPage(found, page);
}

function consumeEntitlement(application: EmulatorApplication, call: ApiCall) {
  const { id: entitlementId, sku_id, consumed } = findStored(application, call);
  const type = application.skus.find((sku) => sku.id === sku_id)?.type;
  if (type !== undefined && type !== SkuType.Consumable) throw refusal("NotConsumable");
  if (consumed !== true) call.world.shop.consume(application, entitlementId);
}

function createTestEntitlement(application: EmulatorApplication, call: ApiCall) {
  const body = parseJsonBody(call);
  refuse(checkFields(body, testEntitlementForm));
  const { sku_id: sku, ...owner } = body as TestEntitlement;
  if (!application.skus.some((item) => item.id === sku)) throw refusal("UnknownSku");
  return call.world.shop.give(application, { sku, ...findOwner(call.world, owner), startsAt: null });
}

function findOwner({ players, guilds }: World, { owner_id, owner_type }: Omit<TestEntitlement, "sku_id">) {
  if (owner_type === EntitlementOwnerType.Guild) {
    if (!guilds.byId(owner_id)) throw refusal("UnknownGuild");
    return { guild: owner_id };
  }
  const player = players.byId(owner_id);
  if (!player) throw refusal("UnknownUser");
  return { player: player.name };
}

function deleteTestEntitlement(application: EmulatorApplication, call: ApiCall) {
  const entitlement = findStored(application, call);
  if (entitlement.starts_at !== null) throw refusal("NotTestEntitlement");
  call.world.shop.take(application, entitlement.id);
}

async function listOwnEntitlements(call: ApiCall) {
  const { player, application } = await call.authenticate();
  if (!player) throw unauthorized();
  requireInPath(call, application, "MissingAccess");
  const skuIds = parseQueryIds(call, "sku_ids");
  const excludeConsumed = parseFlag(call, "exclude_consumed");
  const now = call.world.clock.now();
  return call.world.shop
    .list(application)
    .filter(
      (entitlement) =>
        entitlement.user_id === player.id &&
        entitlement.guild_id === undefined &&
        !entitlement.deleted &&
        !hasEnded(entitlement, now) &&
        (skuIds.length === 0 || skuIds.includes(entitlement.sku_id)) &&
        !(excludeConsumed && entitlement.consumed === true),
    );
}

function findEntitlement(application: EmulatorApplication, call: ApiCall): EntitlementData {
  const entitlementId = parsePathId(call, "entitlement_id");
  const found = call.world.shop.list(application).find((entitlement) => entitlement.id === entitlementId);
  if (!found) throw refusal("UnknownEntitlement");
  return found;
}

function findStored(application: EmulatorApplication, call: ApiCall): EntitlementData {
  const found = findEntitlement(application, call);
  if (found.deleted) throw refusal("UnknownEntitlement");
  return found;
}

/** The bot, or the application's owner. */
function asSeller(answer: (application: EmulatorApplication, call: ApiCall) => unknown): Route[2] {
  return async (call) => {
    const caller = await call.authenticate();
    if (!caller.bot && requireScope(caller, "applications.entitlements").id !== call.world.players.first.id)
      throw refusal("MissingAccess");
    return answer(requireInPath(call, caller.application, "WrongApplication"), call);
  };
}

async function listSubscriptions(call: ApiCall) {
  const { subscriptions, userId } = await findSubscriptions(call);
  if (userId === undefined) throw requiredField("user_id");
  const own = subscriptions.filter((subscription) => subscription.user_id === userId);
  return selectPage(own, parsePage(call, pageSizes.subscriptions, 50));
}

async function getSubscription(call: ApiCall) {
  const { subscriptions, userId } = await findSubscriptions(call);
  const id = parsePathId(call, "subscription_id");
  const found = subscriptions.find(
    (subscription) => subscription.id === id && [subscription.user_id, undefined].includes(userId),
  );
  if (!found) throw notFound();
  return found;
}

async function findSubscriptions(call: ApiCall) {
  const { bot, player, application } = await call.authenticate();
  if (!bot && !player) throw unauthorized();
  const skuId = parsePathId(call, "sku_id");
  const subscriptions = call.world.shop.subscriptionsTo(application, skuId);
  if (subscriptions.length === 0 && !application.skus.some(({ id }) => id === skuId))
    throw refusal("UnknownSku");
  return { subscriptions, userId: bot ? parseQueryId(call, "user_id") : player?.id };
}
