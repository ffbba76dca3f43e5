import { Listeners, pushRecent } from "../base/recent.ts";
import { isObject } from "../../core/check/readers.ts";
import { ActivityOpcode } from "../../wire/activity-rpc.ts";
import { cut } from "../../core/errors.ts";

/** A player's status set by an Activity (Discord documentation, Gateway Events, "Activity Object"). */
export interface RichPresence {
  /** 0: playing; 2: listening; 3: watching; 5: competing. */
  readonly type?: number | undefined;
  /** The second line, for example the party's state. */
  readonly state?: string | undefined;
  /** The first line: what the player is doing. */
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

/** The requested orientations, as numbers for `unlocked`, `portrait` and `landscape`. */
export interface OrientationLock {
  /** Applies to the focused layout, and is the default for the others. */
  readonly lock_state: number;
  readonly picture_in_picture_lock_state?: number | null | undefined;
  readonly grid_lock_state?: number | null | undefined;
}

/** A line that an Activity wrote to the console. */
export interface LogLine {
  /** `log`, `info`, `warn`, `debug` or `error`. */
  readonly level: string;
  readonly message: string;
}

/** What an Activity has reported about its window. */
export interface FrameReport {
  /** Rich presence set with `SET_ACTIVITY`. */
  status?: RichPresence | undefined;
  /** Set with `SET_ORIENTATION_LOCK_STATE`. */
  orientationLock?: OrientationLock | undefined;
  /** Whether picture-in-picture accepts clicks, set with `SET_CONFIG`. */
  hasInteractivePip: boolean;
  /** The last hundred lines. */
  readonly logs: LogLine[];
}

/** A problem that prevents the Activity from being shown as it would be in the real client. */
export interface ProblemText {
  readonly message: string;
  /** The suggested fix. */
  readonly hint: string;
}

export interface WindowProblem extends ProblemText {
  /** When it last occurred, in milliseconds since 1970. */
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

/** A recorded message between an Activity and its client. */
export interface RecordedMessage {
  readonly number: number;
  readonly from: "activity" | "client";
  /** The milliseconds since 1970, on the emulator's clock. */
  readonly at: number;
  /** `HANDSHAKE`, `CLOSE`, or the name of a command or event. */
  readonly title: string;
  /** The beginning of the JSON payload, with credentials hidden. */
  readonly body: string;
  /** The full payload's length in characters. */
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

/** Authorization codes and tickets are credentials. Error codes are numbers and remain visible. */
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

/** Copies the string, because a slice would keep the full string in memory. */
function beginOf(whole: string): string {
  return Buffer.from(cut(whole, mostCharacters), "utf16le").toString("utf16le");
}
