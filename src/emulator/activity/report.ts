import { Listeners, pushRecent } from "../base/recent.ts";
import { isObject } from "../../core/check/readers.ts";
import { ActivityOpcode } from "../../wire/activity-rpc.ts";
import { cut } from "../../core/errors.ts";

/** The status of a player, as an Activity has set it (Discord documentation, Gateway Events, "Activity Object"). */
export interface RichPresence {
  /** 0: playing; 2: listening; 3: watching; 5: competing. */
  readonly type?: number | undefined;
  /** Second line: the state of the party. */
  readonly state?: string | undefined;
  /** First line: the player's present occupation. */
  readonly details?: string | undefined;
  /** Secrets of the game, for the players who join. */
  readonly secrets?:
    | {
        /** Told to the Activity of a player who accepts an invitation. */
        readonly join?: string | undefined;
        /** Names the match. */
        readonly match?: string | undefined;
      }
    | undefined;
  readonly [name: string]: unknown;
}

/** The orientations that an Activity asks for: the numbers of `unlocked`, `portrait` and `landscape`. */
export interface OrientationLock {
  /** While the Activity is focused, and by default for the other layouts. */
  readonly lock_state: number;
  /** While it is a picture in a picture. */
  readonly picture_in_picture_lock_state?: number | null | undefined;
  /** While it is one of several in a grid. */
  readonly grid_lock_state?: number | null | undefined;
}

/** A line that an Activity wrote to its console. */
export interface LogLine {
  /** Method of the console: `log`, `info`, `warn`, `debug` or `error`. */
  readonly level: string;
  /** The text. */
  readonly message: string;
}

/** The settings and logs of an Activity in its window. */
export interface FrameReport {
  /** Rich presence, by `SET_ACTIVITY`; undefined: none. */
  status?: RichPresence | undefined;
  /** By `SET_ORIENTATION_LOCK_STATE`; undefined: none. */
  orientationLock?: OrientationLock | undefined;
  /** Whether the picture in a picture takes clicks, by `SET_CONFIG`. */
  hasInteractivePip: boolean;
  /** The last hundred lines. */
  readonly logs: LogLine[];
}

/** A problem that kept the Activity's page, or a part of it, from being shown as the real client shows it. */
export interface ProblemText {
  /** The problem, in one sentence. */
  readonly message: string;
  /** The next step. */
  readonly hint: string;
}

export interface WindowProblem extends ProblemText {
  /** The time when it last happened, in milliseconds since 1970. */
  readonly at: number;
}

/** The last hundred problems of a window, each once. */
export class WindowProblems {
  readonly #all: WindowProblem[] = [];
  /** Tells each problem when it first happens. */
  readonly news: Listeners<WindowProblem> = new Listeners();

  /** The oldest first. */
  get all(): readonly WindowProblem[] {
    return this.#all;
  }

  /** A known problem becomes the newest, without telling the listeners again. */
  add(problem: WindowProblem): void {
    const known = this.#all.findIndex(({ message }) => message === problem.message);
    if (known >= 0) this.#all.splice(known, 1);
    pushRecent(this.#all, problem);
    if (known < 0) this.news.tell(problem);
  }
}

/** A message between an Activity and its client, as it is recorded. */
export interface RecordedMessage {
  /** Counts up for each window. */
  readonly number: number;
  /** The side that sent it. */
  readonly from: "activity" | "client";
  /** Milliseconds since 1970, on the emulator's clock. */
  readonly at: number;
  /** `HANDSHAKE`, `CLOSE`, or the name of a command or an event. */
  readonly title: string;
  /** The beginning of its payload as JSON, with credentials hidden. */
  readonly body: string;
  /** Characters of the whole payload. */
  readonly size: number;
}

/** Characters of a payload that are kept. */
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

/** Codes and tickets are credentials like tokens. The codes of errors are numbers, and are shown. */
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

/** A copy, because a slice of a string would keep the whole string in memory. */
function beginOf(whole: string): string {
  return Buffer.from(cut(whole, mostCharacters), "utf16le").toString("utf16le");
}
