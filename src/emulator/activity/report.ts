import { Listeners, pushRecent } from "../base/recent.ts";
import { isObject } from "../../core/check/readers.ts";
import { ActivityOpcode } from "../../wire/activity-rpc.ts";
import { cut } from "../../core/errors.ts";

/** The player's status, as set by an Activity (Discord documentation, Gateway Events, "Activity Object"). @experimental */
export interface RichPresence {
  /** 0: playing; 2: listening; 3: watching; 5: competing. */
  readonly type?: number | undefined;
  /** The second line, for example the party's state. */
  readonly state?: string | undefined;
  /** The first line, which describes what the player is doing. */
  readonly details?: string | undefined;
  readonly secrets?:
    | {
        /** Sent to the Activity of a player who accepts an invitation. */
        readonly join?: string | undefined;
        readonly match?: string | undefined;
      }
    | undefined;
  readonly [name: string]: unknown;
}

/** The requested orientations. Each number stands for `unlocked`, `portrait` or `landscape`. @experimental */
export interface OrientationLock {
  /** The orientation in the focused layout, and the default for other layouts. */
  readonly lock_state: number;
  readonly picture_in_picture_lock_state?: number | null | undefined;
  readonly grid_lock_state?: number | null | undefined;
}

/** A line that an Activity logged to the console. @experimental */
export interface LogLine {
  readonly level: string;
  readonly message: string;
}

/** Information that an Activity has provided about its window. @experimental */
export interface FrameReport {
  /** The rich presence set with `SET_ACTIVITY`. */
  status?: RichPresence | undefined;
  orientationLock?: OrientationLock | undefined;
  /** Whether the player can click in picture-in-picture mode, as set with `SET_CONFIG`. */
  hasInteractivePip: boolean;
  readonly logs: LogLine[];
}

export interface ProblemText {
  readonly message: string;
  readonly hint: string;
}

interface WindowProblem extends ProblemText {
  /** In milliseconds since 1970. */
  readonly at: number;
}

export class WindowProblems {
  readonly #all: WindowProblem[] = [];
  readonly news: Listeners<WindowProblem> = new Listeners();

  get all(): readonly WindowProblem[] {
    return this.#all;
  }

  add(problem: WindowProblem): void {
    const known = this.#all.findIndex(({ message }) => message === problem.message);
    if (known >= 0) this.#all.splice(known, 1);
    pushRecent(this.#all, problem);
    if (known < 0) this.news.emit(problem);
  }
}

/** A recorded message between an Activity and its client. @experimental */
export interface RecordedMessage {
  readonly number: number;
  readonly from: "activity" | "client";
  /** In milliseconds since 1970, according to the emulator's clock. */
  readonly at: number;
  /** `HANDSHAKE`, `CLOSE`, or the name of the command or event. */
  readonly title: string;
  /** The start of the JSON payload, with credentials hidden. */
  readonly body: string;
  /** The length of the full payload, in characters. */
  readonly size: number;
}

const mostCharacters = 16_384;

export function recordMessage(
  about: Omit<RecordedMessage, "title" | "body" | "size">,
  message: unknown,
): RecordedMessage {
  const [opcode, payload] = Array.isArray(message) ? (message as unknown[]) : [undefined, message];
  const whole = write(payload);
  return { ...about, title: titleOf(opcode, payload), body: beginOf(whole), size: whole.length };
}

function titleOf(opcode: unknown, payload: unknown): string {
  if (opcode === ActivityOpcode.Handshake) return "HANDSHAKE";
  if (opcode === ActivityOpcode.Close) return "CLOSE";
  const { cmd, evt } = isObject(payload) ? payload : {};
  const title = [cmd === "DISPATCH" ? undefined : cmd, evt]
    .filter((name) => typeof name === "string")
    .join(" ");
  return title === "" ? "unreadable" : cut(title, 100);
}

/** Hides authorization codes and tickets too. Error codes, which are numbers, remain visible. */
const credential = /^(?:code|ticket)$|token|secret|password/i;

function hide(name: string, value: unknown): unknown {
  return credential.test(name) && typeof value === "string" ? "[hidden]" : value;
}

function write(payload: unknown): string {
  try {
    return JSON.stringify(payload, hide) ?? "";
  } catch {
    return "";
  }
}

/** Copies the characters, because a slice would keep the full string in memory. */
function beginOf(whole: string): string {
  return Buffer.from(cut(whole, mostCharacters), "utf16le").toString("utf16le");
}
