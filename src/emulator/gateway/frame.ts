import { isObject } from "../../core/check/readers.ts";
import { parseForeignJson } from "../../core/check/foreign-text.ts";
import { GatewayCloseCode, gatewayLimits } from "../../wire/gateway.ts";
import { Closing } from "./closing.ts";

/** What a bot sends. */
export interface Frame {
  readonly op: number;
  readonly d: unknown;
}

/** @throws Closing 4002 for what is too long or no JSON object with an `op`. */
export function parseFrame(bytes: Buffer): Frame {
  const value = bytes.length > gatewayLimits.payloadBytes ? undefined : parse(bytes);
  if (!isObject(value) || !Number.isInteger(value["op"])) throw new Closing(GatewayCloseCode.DecodeError);
  return { op: value["op"] as number, d: value["d"] };
}

function parse(bytes: Buffer): unknown {
  try {
    return parseForeignJson(bytes.toString("utf8"));
  } catch {
    return undefined;
  }
}

/** @throws Closing with the code for a payload that is no object. */
export function mustBeObject(
  d: unknown,
  code: GatewayCloseCode = GatewayCloseCode.UnknownOpcode,
): Readonly<Record<string, unknown>> {
  if (isObject(d)) return d;
  throw new Closing(code);
}
