import { isObject } from "../../input/readers.ts";
import { ActivityOpcode } from "../../wire/activity-rpc.ts";
import { RpcCloseCode } from "../../wire/desktop-client.ts";

/** Why a message, and with it the connection, is refused. */
export interface Unreadable {
  /** A close code. */
  readonly code: number;
  readonly problem: string;
}

interface ReadMessage {
  readonly opcode: number;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** Characters of a message as JSON: what the SDK sends has a thousandth of it. */
export const mostCharacters = 1_048_576;

const opcodes: readonly number[] = [ActivityOpcode.Handshake, ActivityOpcode.Frame, ActivityOpcode.Close];

/** Reads what an Activity sent: a copy, which nobody changes. */
export function readMessage(given: unknown): ReadMessage | Unreadable {
  const text = write(given);
  if (text === undefined) return refuse("A message must be JSON.");
  if (text.length > mostCharacters)
    return refuse(`A message of ${text.length} characters is too long: ${mostCharacters} are allowed.`);
  const message = JSON.parse(text) as unknown;
  const [opcode, payload = {}] = Array.isArray(message) ? (message as unknown[]) : [];
  if (typeof opcode !== "number" || !isObject(payload)) return refuse("A message must be [opcode, payload].");
  if (opcodes.includes(opcode)) return { opcode, payload };
  return { code: RpcCloseCode.Unsupported, problem: `The opcode must be one of ${opcodes.join(", ")}.` };
}

function refuse(problem: string): Unreadable {
  return { code: RpcCloseCode.InvalidEncoding, problem };
}

function write(given: unknown): string | undefined {
  try {
    return JSON.stringify(given);
  } catch {
    return undefined;
  }
}
