import { pageSizes } from "../../wire/limits.ts";
import type { Snowflake } from "../../wire/snowflake.ts";
import type { SubscriptionData } from "../../wire/monetization.ts";
import { invalidField, notFound, refusal, unauthorized } from "../base/refusal.ts";
import { mustBeBot } from "../oauth/bearer.ts";
import { describeSku } from "../state/skus.ts";
import { parsePathId, parseQueryId, parseQueryNumber } from "./input.ts";
import { pageOf } from "./page.ts";
import type { ApiCall, Route } from "./route.ts";

export const skuRoutes: readonly Route[] = [
  ["GET", "/applications/:application_id/skus", listSkus],
  ["GET", "/skus/:sku_id/subscriptions", listSubscriptions],
  ["GET", "/skus/:sku_id/subscriptions/:subscription_id", getSubscription],
];

const defaultPage = 50;

async function listSkus(call: ApiCall) {
  const application = mustBeBot(await call.authenticate());
  if (application.id !== parsePathId(call, "application_id")) throw refusal("WrongApplication");
  return application.skus.map((sku) => describeSku(sku, application.id));
}

async function listSubscriptions(call: ApiCall) {
  const { subscriptions, userId } = await findSubscriptions(call);
  if (userId === undefined) throw invalidField("user_id", "BASE_TYPE_REQUIRED", "This field is required");
  const page = {
    before: parseQueryId(call, "before"),
    after: parseQueryId(call, "after"),
    limit: parseQueryNumber(call, "limit", pageSizes.subscriptions, defaultPage),
  };
  return pageOf(
    subscriptions.filter((one) => one.user_id === userId),
    page,
  );
}

async function getSubscription(call: ApiCall) {
  const { subscriptions, userId } = await findSubscriptions(call);
  const id = parsePathId(call, "subscription_id");
  const found = subscriptions.find((one) => one.id === id && [one.user_id, undefined].includes(userId));
  if (!found) throw notFound();
  return found;
}

async function findSubscriptions(
  call: ApiCall,
): Promise<{ subscriptions: readonly SubscriptionData[]; userId: Snowflake | undefined }> {
  const { bot, player, application } = await call.authenticate();
  if (!bot && !player) throw unauthorized();
  const skuId = parsePathId(call, "sku_id");
  const subscriptions = call.world.shop.subscriptionsTo(application, skuId);
  if (subscriptions.length === 0 && !application.skus.some(({ id }) => id === skuId))
    throw refusal("UnknownSku");
  return { subscriptions, userId: bot ? parseQueryId(call, "user_id") : player?.id };
}
