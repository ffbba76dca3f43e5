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

/** The field of every question. */
interface QuestionOf<Kind extends string> {
  /** Tells one question from another. */
  readonly kind: Kind;
}

/** `AUTHORIZE`: whether the application may have access. */
export interface ConsentQuestion extends QuestionOf<"consent"> {
  /** Scopes that the Activity asks for. */
  readonly scopes: readonly string[];
}

/** `OPEN_EXTERNAL_LINK`: whether to open an address in the browser. The page that shows the question opens it. */
export interface ExternalLinkQuestion extends QuestionOf<"external-link"> {
  /** Address that is to be opened. */
  readonly url: string;
}

/** `OPEN_INVITE_DIALOG`: which player to invite. The choice is the name of the player. */
export interface InviteQuestion extends QuestionOf<"invite"> {
  /** Names of the players who can be invited. */
  readonly players: readonly string[];
}

/** `SHARE_LINK`: which player gets the link. The choice is the name of the player; without a choice the link is copied. */
export interface ShareLinkQuestion extends QuestionOf<"share-link"> {
  /** Text beside the link: at most 1000 characters. */
  readonly message: string;
  /** Told to the Activity of those who follow the link; undefined where it gave none. */
  readonly customId: string | undefined;
  /** Names of the players who can get it. */
  readonly players: readonly string[];
}

/** `OPEN_SHARE_MOMENT_DIALOG`: whether to share a picture or video in the channel. */
export interface ShareMomentQuestion extends QuestionOf<"share-moment"> {
  /** Address of the picture or video. */
  readonly mediaUrl: string;
}

/** `SHARE_INTERACTION`: whether to share a command's message in the channel. */
export interface ShareInteractionQuestion extends QuestionOf<"share-interaction"> {
  /** Name of the command. */
  readonly command: string;
  /** Text of its message. */
  readonly content: string;
}

/** `START_PURCHASE`: whether to buy a SKU. */
export interface PurchaseQuestion extends QuestionOf<"purchase"> {
  /** The thing on sale, with its price. */
  readonly sku: Sku;
}

/** `INITIATE_IMAGE_UPLOAD`: which picture to upload. The choice is a `data:` URL; without a choice a small picture is uploaded. */
export interface ImageQuestion extends QuestionOf<"image"> {}
