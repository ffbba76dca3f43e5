import { fields } from "../../../core/check/fields.ts";
import { asItIs, optional, textOf, whole } from "../../../core/check/readers.ts";
import { RpcErrorCode } from "../../../wire/desktop-client.ts";
import { RpcRefusal } from "../rpc/rpc-refusal.ts";
import { describeEntitlement } from "../../state/described-application.ts";
import { type ActivityCall, type ActivityCommand, createCommand } from "../command.ts";
import { describeEntitlementForActivity } from "../described-entitlement.ts";

/** It can be bought (Discord documentation, SKU resource, "SKU Flags"). */
const availableFlag = 1 << 2;

const readPurchase = fields<{ sku_id: string; pid?: number | undefined }>({
  sku_id: textOf({ most: 20 }),
  pid: optional(whole(0, 2 ** 32)),
});

/** What the application sells; what has no price is not shown. */
export const getSkus: ActivityCommand = createCommand(asItIs<unknown>(), ({ frame: { application } }) => ({
  skus: application.skus.flatMap(({ id, name, type, price }) =>
    price
      ? { id, name, type, price, application_id: application.id, flags: availableFlag, release_date: null }
      : [],
  ),
}));

/** What the player owns of the application. */
export const getEntitlements: ActivityCommand = createCommand(asItIs<unknown>(), (call) => {
  const { application, player } = call.frame;
  const owned = application.entitlements.filter((entitlement) => entitlement.player === player.name);
  return {
    entitlements: owned.map((entitlement) =>
      describeEntitlementForActivity(describeEntitlement(entitlement, application.id, player.id)),
    ),
  };
});

/** Asks the player to buy something; ENTITLEMENT_CREATE follows. */
export const startPurchase: ActivityCommand = createCommand(readPurchase, async (call, { sku_id: id }) => {
  const { frame, live, session } = call;
  const { application, player } = frame;
  const sku = findSku(call, id);
  const { accepted } = await frame.prompts.show({ kind: "purchase", sku }, session.signal);
  if (!accepted)
    throw new RpcRefusal(RpcErrorCode.PurchaseCanceled, `${player.name} has canceled the purchase.`);
  const bought = live.world.shop.buy({ application, player: player.name, sku: sku.id });
  return [describeEntitlementForActivity(bought)];
});

function findSku({ frame: { application } }: ActivityCall, id: string) {
  const sku = application.skus.find((one) => one.id === id);
  if (sku?.price) return sku;
  const names = application.skus.filter(({ price }) => price).map((one) => one.id);
  throw new RpcRefusal(
    RpcErrorCode.InvalidPayload,
    names.length > 0
      ? `args.sku_id is not sold here. These are: ${names.join(", ")}.`
      : "args.sku_id is not sold here: give the emulator's application skus with a price.",
  );
}
