import { isAbsolute } from "node:path";
import { fields } from "../../../core/check/fields.ts";
import { type Reader, readerOf } from "../../../core/check/readers.ts";
import { oneOf, optional, textOf } from "../../../core/check/readers.ts";
import { type PromptAnswer, readPromptAnswer, type OpenPrompts } from "../prompts.ts";
import type { EmulatorApplication } from "../../state/application.ts";
import type { Player } from "../../state/players.ts";

const behaviors = ["polite", "slow", "silent", "rude", "wrong", "huge", "closing"] as const;

/**
 * How prompts are answered. With `ask`, a prompt stays open until it is answered on the page or through `prompts`.
 *
 * @experimental
 */
export type DesktopClientAnswer = PromptAnswer;

/**
 * How the desktop client behaves.
 *
 * - `polite`: like the real client
 * - `slow`: sends each response after 100 milliseconds, in pieces
 * - `silent`: sends no response after the handshake
 * - `rude`: closes every connection, like a client with too many connections
 * - `wrong`: sends an invalid code
 * - `huge`: announces a response of 4 GiB
 * - `closing`: disconnects while a prompt is open
 *
 * @experimental
 */
export type DesktopClientBehavior = (typeof behaviors)[number];

/** The player and socket of an emulated desktop client. @experimental */
export interface DesktopClientInit {
  /**
   * The absolute path of the socket's directory, which is created if it does not exist. Default: a new directory. Ignored on
   * Windows.
   */
  readonly folder?: string | undefined;
  /** The signed-in player's name. Default: the first player. */
  readonly player?: string | undefined;
  /** Default `ask`. */
  readonly answer?: DesktopClientAnswer | undefined;
  /** Default `polite`. */
  readonly behavior?: DesktopClientBehavior | undefined;
}

const absolutePath = readerOf<string>(
  "an absolute path",
  (value) => typeof value === "string" && isAbsolute(value),
);

export const readBehavior: Reader<DesktopClientBehavior> = oneOf(behaviors);

const readInit: Reader<DesktopClientInit> = fields<DesktopClientInit>({
  folder: optional(absolutePath),
  player: optional(textOf({ most: 100 })),
  answer: optional(readPromptAnswer),
  behavior: optional(readBehavior),
});

export const readDesktopClient: Reader<DesktopClientInit | boolean> = (value, name) =>
  typeof value === "boolean" ? value : readInit(value, name);

/** The desktop client's prompt to authorize a game. @experimental */
export interface DesktopClientPrompt {
  readonly application: EmulatorApplication;
  readonly player: Player;
  readonly scopes: readonly string[];
  /** Accepts the prompt as the player. */
  accept(): void;
  /** Declines the prompt as the player. */
  deny(): void;
}

export type Question = Pick<DesktopClientPrompt, "application" | "player" | "scopes">;

export type DesktopClientPrompts = OpenPrompts<Question>;
