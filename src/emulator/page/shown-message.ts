import type { ActivityFrame } from "../activity/frame.ts";
import type { RecordedMessage } from "../activity/recorded-message.ts";
import type { ShownMessage } from "./model/activity-view.ts";

/** What an Activity and the emulator said to each other, as the page shows it. */
export function describeMessages(
  { ticket, messages }: ActivityFrame,
  after: number,
): readonly ShownMessage[] {
  return messages.filter(({ number }) => number > after).map((message) => describeMessage(ticket, message));
}

function describeMessage(frame: string, message: RecordedMessage): ShownMessage {
  const { number, from, at, title, body, size } = message;
  const isWhole = size === body.length;
  const payload = isWhole ? parse(body) : undefined;
  const kind = kindOf(message, payload);
  return {
    frame,
    number,
    from,
    kind,
    title: title.replace(/ ERROR$/, ""),
    outcome: /^(?:error|close [^1])/.test(kind) ? "refused" : "done",
    at: new Date(at).toISOString(),
    body: isWhole ? pretty(payload) : `${body}\n… ${size} characters in all`,
  };
}

interface Payload {
  readonly cmd?: unknown;
  readonly code?: unknown;
  readonly data?: { readonly code?: unknown } | null;
}

function kindOf({ from, title }: RecordedMessage, payload: Payload | undefined): string {
  if (title === "CLOSE") return withCode("close", payload?.code);
  if (title === "HANDSHAKE") return "handshake";
  if (from === "activity") return "command";
  if (title.endsWith(" ERROR")) return withCode("error", payload?.data?.code);
  return payload?.cmd === "DISPATCH" ? "event" : "answer";
}

function withCode(kind: string, code: unknown): string {
  return typeof code === "number" ? `${kind} ${code}` : kind;
}

function pretty(payload: Payload | undefined): string {
  return payload ? JSON.stringify(payload, null, 2) : "";
}

function parse(body: string): Payload | undefined {
  try {
    return JSON.parse(body) as Payload;
  } catch {
    // From any sender: it was not JSON, so nothing of it is kept.
    return undefined;
  }
}
