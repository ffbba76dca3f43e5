import type { Sku } from "../state/skus.ts";

/** A question of an Activity to the player. The page that shows the frame shows each kind in its own way. */
export type ActivityQuestion =
  | ConsentQuestion
  | ExternalLinkQuestion
  | InviteQuestion
  | ShareLinkQuestion
  | ShareMomentQuestion
  | ShareInteractionQuestion
  | PurchaseQuestion
  | ImageQuestion;

/** Whether the application may have access: `AUTHORIZE`. */
export interface ConsentQuestion {
  readonly kind: "consent";
  readonly scopes: readonly string[];
}

/** Whether to open an address in the browser: `OPEN_EXTERNAL_LINK`. The page that shows the question opens it. */
export interface ExternalLinkQuestion {
  readonly kind: "external-link";
  readonly url: string;
}

/** Whom to invite: `OPEN_INVITE_DIALOG`. The choice is the name of one of the players. */
export interface InviteQuestion {
  readonly kind: "invite";
  readonly players: readonly string[];
}

/** Whom to send a link to: `SHARE_LINK`. The choice is the name of one of the players; without one it is copied. */
export interface ShareLinkQuestion {
  readonly kind: "share-link";
  readonly message: string;
  readonly customId: string | undefined;
  readonly players: readonly string[];
}

/** Whether to share a picture or video in the channel: `OPEN_SHARE_MOMENT_DIALOG`. */
export interface ShareMomentQuestion {
  readonly kind: "share-moment";
  readonly mediaUrl: string;
}

/** Whether to share a command's message in the channel: `SHARE_INTERACTION`. */
export interface ShareInteractionQuestion {
  readonly kind: "share-interaction";
  readonly command: string;
  readonly content: string;
}

/** Whether to buy something: `START_PURCHASE`. */
export interface PurchaseQuestion {
  readonly kind: "purchase";
  readonly sku: Sku;
}

/** Which picture to upload: `INITIATE_IMAGE_UPLOAD`. The choice is a `data:` URL; without one it is a small picture. */
export interface ImageQuestion {
  readonly kind: "image";
}
