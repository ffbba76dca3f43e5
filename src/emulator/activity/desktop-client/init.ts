import { isAbsolute } from "node:path";
import { fields } from "../../../core/check/fields.ts";
import { type Reader, readerOf } from "../../../core/check/readers.ts";
import { oneOf, optional, textOf } from "../../../core/check/readers.ts";
import { type PromptAnswer, readPromptAnswer, type OpenPrompts } from "../prompts.ts";
import type { EmulatorApplication } from "../../state/application.ts";
import type { Player } from "../../state/players.ts";

const manners = ["polite", "slow", "silent", "rude", "wrong", "huge", "closing"] as const;

/** How prompts are answered. With `ask`, a prompt stays open until it is answered on the page or through `prompts`. */
export type DesktopClientAnswer = PromptAnswer;

/**
 * How the desktop client behaves.
 *
 * - `polite`: like the real client
 * - `slow`: sends each response after 100 milliseconds, in pieces
 * - `silent`: sends no response after the handshake
 * - `rude`: ends each connection, like a client that has too many
 * - `wrong`: sends an invalid code
 * - `huge`: announces a response of 4 GiB
 * - `closing`: disconnects while a prompt is open
 */
export type DesktopClientManner = (typeof manners)[number];

/** An emulated desktop client's player and socket. */
export interface DesktopClientInit {
  /**
   * The absolute path of the directory for the socket, which is created if missing. Default: a new directory. Ignored on Windows.
   */
  readonly folder?: string | undefined;
  /** The signed-in player's name. Default: the first player. */
  readonly player?: string | undefined;
  /** How prompts are answered. Default `ask`. */
  readonly answer?: DesktopClientAnswer | undefined;
  /** How the client behaves toward the game. Default `polite`. */
  readonly manner?: DesktopClientManner | undefined;
}

const absolutePath = readerOf<string>(
  "an absolute path",
  (value) => typeof value === "string" && isAbsolute(value),
);

export const readManner: Reader<DesktopClientManner> = oneOf(manners);

const readInit: Reader<DesktopClientInit> = fields<DesktopClientInit>({
  folder: optional(absolutePath),
  player: optional(textOf({ most: 100 })),
  answer: optional(readPromptAnswer),
  manner: optional(readManner),
});

export const readDesktopClient: Reader<DesktopClientInit | boolean> = (value, name) =>
  typeof value === "boolean" ? value : readInit(value, name);

/** The desktop client's prompt to authorize a game. */
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
