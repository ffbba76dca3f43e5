import type { Sku } from "../state/skus.ts";

/** A prompt of an Activity for the player, shown over the window. */
export type ActivityQuestion =
  | ConsentQuestion
  | ExternalLinkQuestion
  | InviteQuestion
  | ShareLinkQuestion
  | ShareMomentQuestion
  | ShareInteractionQuestion
  | PurchaseQuestion
  | ImageQuestion;

/** A question that an Activity shows to the player. */
interface QuestionOf<Kind extends string> {
  readonly kind: Kind;
}

/** `AUTHORIZE`: whether to authorize the application. */
export interface ConsentQuestion extends QuestionOf<"consent"> {
  readonly scopes: readonly string[];
}

/** `OPEN_EXTERNAL_LINK`: whether to open a URL. The page that shows the prompt opens it. */
export interface ExternalLinkQuestion extends QuestionOf<"external-link"> {
  readonly url: string;
}

/** `OPEN_INVITE_DIALOG`: which player to invite. The choice is the player's name. */
export interface InviteQuestion extends QuestionOf<"invite"> {
  readonly players: readonly string[];
}

/** `SHARE_LINK`: which player to send the link to. The choice is the player's name; without it, the link is copied. */
export interface ShareLinkQuestion extends QuestionOf<"share-link"> {
  /** Message with the link, at most 1000 characters. */
  readonly message: string;
  /** Passed to the Activity of a player who follows the link. */
  readonly customId: string | undefined;
  readonly players: readonly string[];
}

/** `OPEN_SHARE_MOMENT_DIALOG`: whether to share an image or video in the channel. */
export interface ShareMomentQuestion extends QuestionOf<"share-moment"> {
  readonly mediaUrl: string;
}

/** `SHARE_INTERACTION`: whether to post a command's message in the channel. */
export interface ShareInteractionQuestion extends QuestionOf<"share-interaction"> {
  readonly command: string;
  readonly content: string;
}

/** `START_PURCHASE`: whether to buy a SKU. */
export interface PurchaseQuestion extends QuestionOf<"purchase"> {
  readonly sku: Sku;
}

/** `INITIATE_IMAGE_UPLOAD`: which image to upload. The choice is a `data:` URL; the default is a one-pixel image. */
export interface ImageQuestion extends QuestionOf<"image"> {}
