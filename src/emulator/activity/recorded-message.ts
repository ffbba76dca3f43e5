import { isObject } from "../../core/check/readers.ts";
import { ActivityOpcode } from "../../wire/activity-rpc.ts";

/** A message between an Activity and its host, as far as it is kept. */
export interface RecordedMessage {
  /** Counts up for each frame. */
  readonly number: number;
  readonly from: "activity" | "client";
  /** Milliseconds since 1970, on the emulator's clock. */
  readonly at: number;
  /** What it is: `HANDSHAKE`, `CLOSE`, the name of a command or of an event. */
  readonly title: string;
  /** Its payload as JSON, with credentials hidden: the beginning of it. */
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
  return {
    ...about,
    title: titleOf(opcode, payload),
    body: beginOf(whole),
    size: whole.length,
  };
}

function titleOf(opcode: unknown, payload: unknown): string {
  if (opcode === ActivityOpcode.Handshake) return "HANDSHAKE";
  if (opcode === ActivityOpcode.Close) return "CLOSE";
  const { cmd, evt } = isObject(payload) ? payload : {};
  const title = [cmd === "DISPATCH" ? undefined : cmd, evt]
    .filter((name) => typeof name === "string")
    .join(" ");
  return title === "" ? "unreadable" : title.slice(0, 100);
}

/** Codes and tickets let somebody in as tokens do; the codes of errors are numbers. */
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

/** A copy: a part of a text would keep the whole one. */
function beginOf(whole: string): string {
  return Buffer.from(whole.slice(0, mostCharacters), "utf16le").toString("utf16le");
}
