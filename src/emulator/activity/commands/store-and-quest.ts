import { fields } from "../../../core/check/fields.ts";
import { optional, textOf, whole } from "../../../core/check/readers.ts";
import type { Quest } from "../../state/quest.ts";
import { describeSku } from "../../state/monetization.ts";
import {
  type ActivityCall,
  type ActivityCommands,
  askPlayer,
  createCommand,
  createPlainCommand,
} from "../command.ts";
import { RpcRefusal } from "../rpc.ts";
import { describeEntitlementForActivity } from "../sdk-objects.ts";

const readPurchase = fields({ sku_id: textOf({ most: 20 }), pid: optional(whole(0, 2 ** 32)) });

export const storeCommands: ActivityCommands = {
  GET_SKUS_EMBEDDED: createPlainCommand([], ({ window: { application } }) => ({
    skus: application.skus
      .filter(({ price }) => price)
      .map((sku) => ({ ...describeSku(sku, application.id), price: sku.price, release_date: null })),
  })),
  GET_ENTITLEMENTS_EMBEDDED: createPlainCommand(
    [],
    ({ live, window: { application, player, location } }) => ({
      entitlements: live.world.shop
        .held(application, player.id, location.guild?.id)
        .map(describeEntitlementForActivity),
    }),
  ),
  START_PURCHASE: createCommand([], readPurchase, async (call, { sku_id: id }) => {
    const { application, player, location } = call.window;
    const sku = findSku(call, id);
    if (!(await askPlayer(call, { kind: "purchase", sku })).accepted)
      throw new RpcRefusal("PurchaseCanceled", `${player.name} has canceled the purchase.`);
    const sale = { player: player.name, sku: sku.id, guild: location.guild?.id };
    return [describeEntitlementForActivity(call.live.world.shop.sell(application, sale))];
  }),
};

function findSku({ window: { application, location } }: ActivityCall, id: string) {
  const sku = application.skus.find((item) => item.id === id);
  if (sku?.forGuilds && !location.guild)
    throw new RpcRefusal(
      "InvalidPayload",
      "The SKU in args.sku_id can only be bought for a guild: open the Activity in a guild.",
    );
  if (sku?.price) return sku;
  const sold = application.skus.filter(({ price }) => price).map((item) => item.id);
  throw new RpcRefusal(
    "InvalidPayload",
    sold.length > 0
      ? `args.sku_id is not for sale here. Available SKUs: ${sold.join(", ")}.`
      : "args.sku_id is not for sale here: add skus with a price to the emulator's application.",
  );
}

const readQuest = fields({ quest_id: textOf({ most: 64 }) });

export const questCommands: ActivityCommands = {
  GET_QUEST: createPlainCommand(["identify"], (call) => {
    const quest = findQuest(call, undefined);
    const progress = quest.of(call.window.player.name);
    return {
      quest_id: quest.id,
      enrolled_at: progress?.enrolledAt ?? null,
      completed_at: progress?.completedAt ?? null,
      external_cta_url: quest.url,
    };
  }),
  GET_QUEST_ENROLLMENT_STATUS: createCommand(["identify"], readQuest, (call, { quest_id }) => {
    const progress = findQuest(call, quest_id).of(call.window.player.name);
    return { quest_id, is_enrolled: progress !== undefined, enrolled_at: progress?.enrolledAt ?? null };
  }),
  QUEST_START_TIMER: createCommand(["identify"], readQuest, (call, { quest_id }) => {
    if (findQuest(call, quest_id).start(call.window.player.name)) return { success: true };
    throw new RpcRefusal("InvalidCommand", "User is not enrolled in quest");
  }),
};

function findQuest({ window: { application } }: ActivityCall, id: string | undefined): Quest {
  const { quest } = application;
  if (quest && (id === undefined || id === quest.id)) return quest;
  const reason = id === undefined ? "add a quest to the emulator's application" : id;
  throw new RpcRefusal("InvalidCommand", `Quest not found: ${reason}`);
}
