import { isObject } from "../../core/check/readers.ts";
import { parseForeignJson } from "../../core/check/foreign-text.ts";
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
const mostCharacters = 1_048_576;

const opcodes: readonly number[] = [ActivityOpcode.Handshake, ActivityOpcode.Frame, ActivityOpcode.Close];

/** Reads what an Activity sent: a copy, which nobody changes. */
export function readMessage(given: unknown): ReadMessage | Unreadable {
  const { length, message } = copyOf(given);
  if (length > mostCharacters)
    return refuse(`A message of ${length} characters is too long: ${mostCharacters} are allowed.`);
  if (message === undefined) return refuse("A message must be JSON, and not nested too deep.");
  const [opcode, payload = {}] = Array.isArray(message) ? (message as unknown[]) : [];
  if (typeof opcode !== "number" || !isObject(payload)) return refuse("A message must be [opcode, payload].");
  if (opcodes.includes(opcode)) return { opcode, payload };
  return { code: RpcCloseCode.Unsupported, problem: `The opcode must be one of ${opcodes.join(", ")}.` };
}

function refuse(problem: string): Unreadable {
  return { code: RpcCloseCode.InvalidEncoding, problem };
}

/** What was given, and its length as JSON; nothing where that is too long or cannot be written. */
function copyOf(given: unknown): { readonly length: number; readonly message?: unknown } {
  try {
    // Undefined for what JSON has no word for.
    const text = (JSON.stringify(given) as string | undefined) ?? "";
    const { length } = text;
    return length > mostCharacters ? { length } : { length, message: parseForeignJson(text) };
  } catch {
    return { length: 0 };
  }
}
