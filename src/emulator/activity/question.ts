import type { Sku } from "../state/skus.ts";

/** A question of an Activity to the player, shown over the window. */
export type ActivityQuestion =
  | ConsentQuestion
  | ExternalLinkQuestion
  | InviteQuestion
  | ShareLinkQuestion
  | ShareMomentQuestion
  | ShareInteractionQuestion
  | PurchaseQuestion
  | ImageQuestion;

/** `AUTHORIZE`: whether the application may have access. */
export interface ConsentQuestion {
  readonly kind: "consent";
  readonly scopes: readonly string[];
}

/** `OPEN_EXTERNAL_LINK`: whether to open an address in the browser. The page that shows the question opens it. */
export interface ExternalLinkQuestion {
  readonly kind: "external-link";
  readonly url: string;
}

/** `OPEN_INVITE_DIALOG`: which player to invite. The choice is the name of the player. */
export interface InviteQuestion {
  readonly kind: "invite";
  readonly players: readonly string[];
}

/** `SHARE_LINK`: which player gets the link. The choice is the name of the player; without a choice the link is copied. */
export interface ShareLinkQuestion {
  readonly kind: "share-link";
  readonly message: string;
  readonly customId: string | undefined;
  readonly players: readonly string[];
}

/** `OPEN_SHARE_MOMENT_DIALOG`: whether to share a picture or video in the channel. */
export interface ShareMomentQuestion {
  readonly kind: "share-moment";
  readonly mediaUrl: string;
}

/** `SHARE_INTERACTION`: whether to share a command's message in the channel. */
export interface ShareInteractionQuestion {
  readonly kind: "share-interaction";
  readonly command: string;
  readonly content: string;
}

/** `START_PURCHASE`: whether to buy a SKU. */
export interface PurchaseQuestion {
  readonly kind: "purchase";
  readonly sku: Sku;
}

/** `INITIATE_IMAGE_UPLOAD`: which picture to upload. The choice is a `data:` URL; without a choice a small picture is uploaded. */
export interface ImageQuestion {
  readonly kind: "image";
}
