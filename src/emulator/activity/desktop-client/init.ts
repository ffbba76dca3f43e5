import { isAbsolute } from "node:path";
import { fields } from "../../../core/check/fields.ts";
import { type Reader, wrongArgument, oneOf, optional, textOf } from "../../../core/check/readers.ts";
import { type PromptAnswer, readPromptAnswer } from "../rpc/prompts.ts";

const manners = ["polite", "slow", "silent", "rude", "wrong", "huge", "closing"] as const;

/** What becomes of a question. `ask`: it is shown until somebody answers it, on the page or by `prompts`. */
export type DesktopClientAnswer = PromptAnswer;

/**
 * How the desktop client behaves. `polite`, as the real one; `slow`: each answer takes 100 milliseconds and comes in pieces;
 * `silent`: it greets, and answers nothing afterwards; `rude`: it ends each connection, as one that is connected to too often;
 * `wrong`: in place of a code it sends nonsense; `huge`: it announces an answer of 4 GiB; `closing`: it hangs up while it asks.
 */
export type DesktopClientManner = (typeof manners)[number];

/** How the emulator's desktop client is set up. */
export interface DesktopClientInit {
  /** The absolute path of the folder for its socket, made where it is missing. Default: a new one. Not used on Windows. */
  readonly folder?: string | undefined;
  /** Name of the player who is signed in there. Default: the first player. */
  readonly player?: string | undefined;
  /** Default `ask`. */
  readonly answer?: DesktopClientAnswer | undefined;
  /** Default `polite`. */
  readonly manner?: DesktopClientManner | undefined;
}

const absolutePath: Reader<string> = (value, name) => {
  if (typeof value === "string" && isAbsolute(value)) return value;
  throw wrongArgument(name, value, "an absolute path");
};

export const readManner: Reader<DesktopClientManner> = oneOf(manners);

const readInit: Reader<DesktopClientInit> = fields<DesktopClientInit>({
  folder: optional(absolutePath),
  player: optional(textOf({ most: 100 })),
  answer: optional(readPromptAnswer),
  manner: optional(readManner),
});

/** Whether there is a desktop client, and how it is set up. */
export const readDesktopClient: Reader<DesktopClientInit | boolean> = (value, name) =>
  typeof value === "boolean" ? value : readInit(value, name);
