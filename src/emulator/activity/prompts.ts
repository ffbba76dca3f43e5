import { randomUUID } from "node:crypto";
import { type Reader, oneOf } from "../../core/check/readers.ts";
import { Recent } from "../base/recent.ts";
import type { Sku } from "../state/monetization.ts";

/** A prompt that stays open until the player answers it or the program that requested it disconnects. */
export type Prompt<Question extends object> = Question & {
  /**
   * Accepts the prompt as the player.
   *
   * @param choice - The selected item, if the prompt offers a selection.
   */
  accept(choice?: string): void;
  /** Declines the prompt as the player. */
  deny(): void;
};

const answers = ["ask", "accept", "deny"] as const;

/** With `ask`, a prompt stays open until it is answered. @experimental */
export type PromptAnswer = (typeof answers)[number];

export const readPromptAnswer: Reader<PromptAnswer> = oneOf(answers);

export interface PlayerAnswer {
  readonly accepted: boolean;
  readonly choice?: string | undefined;
}

export class OpenPrompts<Question extends object> {
  answer: PromptAnswer = "ask";
  readonly #open = new Recent<string, Prompt<Question>>();

  get all(): readonly Prompt<Question>[] {
    return [...this.#open.values()];
  }

  get entries(): readonly (readonly [id: string, prompt: Prompt<Question>])[] {
    return [...this.#open];
  }

  find(id: string): Prompt<Question> | undefined {
    return this.#open.get(id);
  }

  /** If `signal` is aborted first, the promise remains pending. */
  show(question: Question, signal: AbortSignal): Promise<PlayerAnswer> {
    if (this.answer !== "ask") return Promise.resolve({ accepted: this.answer === "accept" });
    const id = randomUUID();
    return new Promise((resolve) => {
      if (signal.aborted) return;
      const take = () => void this.#open.delete(id);
      const answerWith = (answer: PlayerAnswer) => {
        take();
        signal.removeEventListener("abort", take);
        resolve(answer);
      };
      this.#open.set(id, {
        ...question,
        accept: (choice) => answerWith({ accepted: true, choice }),
        deny: () => answerWith({ accepted: false }),
      });
      signal.addEventListener("abort", take, { once: true });
    });
  }
}

/** A prompt that an Activity shows to the player on top of its window. @experimental */
export type ActivityQuestion =
  | ConsentQuestion
  | ExternalLinkQuestion
  | InviteQuestion
  | ShareLinkQuestion
  | ShareMomentQuestion
  | ShareInteractionQuestion
  | PurchaseQuestion
  | ImageQuestion;

/** A question that an Activity asks the player. */
interface QuestionOf<Kind extends string> {
  readonly kind: Kind;
}

/** `AUTHORIZE`: whether to authorize the application. @experimental */
export interface ConsentQuestion extends QuestionOf<"consent"> {
  readonly scopes: readonly string[];
}

/** `OPEN_EXTERNAL_LINK`: whether to open a URL. The page that shows the prompt opens the URL. @experimental */
export interface ExternalLinkQuestion extends QuestionOf<"external-link"> {
  readonly url: string;
}

/** `OPEN_INVITE_DIALOG`: which player to invite. The choice is the player's name. @experimental */
export interface InviteQuestion extends QuestionOf<"invite"> {
  readonly players: readonly string[];
}

/**
 * `SHARE_LINK`: which player to send the link to. The choice is the player's name. If there is no choice, the link is copied.
 *
 * @experimental
 */
export interface ShareLinkQuestion extends QuestionOf<"share-link"> {
  /** The message that contains the link, up to 1000 characters. */
  readonly message: string;
  /** Passed to the Activity if a player follows the link. */
  readonly customId: string | undefined;
  readonly players: readonly string[];
}

/** `OPEN_SHARE_MOMENT_DIALOG`: whether to share an image or video in the channel. @experimental */
export interface ShareMomentQuestion extends QuestionOf<"share-moment"> {
  readonly mediaUrl: string;
}

/** `SHARE_INTERACTION`: whether to post a command's message in the channel. @experimental */
export interface ShareInteractionQuestion extends QuestionOf<"share-interaction"> {
  readonly command: string;
  readonly content: string;
}

/** `START_PURCHASE`: whether to buy a SKU. @experimental */
export interface PurchaseQuestion extends QuestionOf<"purchase"> {
  readonly sku: Sku;
}

/**
 * `INITIATE_IMAGE_UPLOAD`: which image to upload. The choice is a `data:` URL; the default is a one-pixel image.
 *
 * @experimental
 */
export interface ImageQuestion extends QuestionOf<"image"> {}
