import { isAbsolute } from "node:path";
import { fields } from "../../../core/check/fields.ts";
import { type Reader, readerOf } from "../../../core/check/readers.ts";
import { oneOf, optional, textOf } from "../../../core/check/readers.ts";
import { type PromptAnswer, readPromptAnswer, type OpenPrompts } from "../rpc/prompts.ts";
import type { EmulatorApplication } from "../../state/application.ts";
import type { Player } from "../../state/players.ts";

const manners = ["polite", "slow", "silent", "rude", "wrong", "huge", "closing"] as const;

/** How a question is answered. `ask`: it is shown until somebody answers it, on the page or by `prompts`. */
export type DesktopClientAnswer = PromptAnswer;

/**
 * How the desktop client behaves. `polite`: like the real one; `slow`: each answer takes 100 milliseconds and comes in pieces;
 * `silent`: after the greeting it answers nothing; `rude`: it ends each connection, like a client with too many connections;
 * `wrong`: it sends nonsense instead of a code; `huge`: it announces an answer of 4 GiB; `closing`: it hangs up while it asks.
 */
export type DesktopClientManner = (typeof manners)[number];

/** Settings of the emulator's desktop client. */
export interface DesktopClientInit {
  /** Absolute path of the folder for its socket, created if missing. Default: a new one. Not used on Windows. */
  readonly folder?: string | undefined;
  /** Name of the player who is signed in. Default: the first player. */
  readonly player?: string | undefined;
  /** How each question is answered. Default `ask`. */
  readonly answer?: DesktopClientAnswer | undefined;
  /** How it behaves toward the game. Default `polite`. */
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

/** Settings of the desktop client, or whether there is one. */
export const readDesktopClient: Reader<DesktopClientInit | boolean> = (value, name) =>
  typeof value === "boolean" ? value : readInit(value, name);

/** A question that the desktop client shows. */
export interface DesktopClientPrompt {
  /** The application that asks. */
  readonly application: EmulatorApplication;
  /** The player who is asked. */
  readonly player: Player;
  /** Scopes that it asks for. */
  readonly scopes: readonly string[];
  /** Grants them, as the player. */
  accept(): void;
  /** Says no, as the player. */
  deny(): void;
}

/** A question without its answers. */
export type Question = Pick<DesktopClientPrompt, "application" | "player" | "scopes">;

/** The questions of the desktop client. */
export type DesktopClientPrompts = OpenPrompts<Question>;
