import { parseObject } from "../../core/request/response.ts";
import { isObject } from "../../core/check/readers.ts";
import { GatewayCloseCode, gatewayLimits } from "../../wire/gateway.ts";
import * as zlib from "node:zlib";

/** See Discord documentation, Gateway Events, "Payload Structure". */
export interface Payload {
  readonly op: number;
  readonly d: unknown;
}

/** @throws Closing 4002 if the payload is too long or is not a JSON object with an `op`. */
export function parsePayload(bytes: Buffer): Payload {
  const { op, d } = bytes.length > gatewayLimits.payloadBytes ? {} : parseObject(bytes.toString("utf8"));
  if (!Number.isInteger(op)) throw new Closing(GatewayCloseCode.DecodeError);
  return { op: op as number, d };
}

export function requireObject(
  d: unknown,
  code: GatewayCloseCode = GatewayCloseCode.UnknownOpcode,
): Readonly<Record<string, unknown>> {
  if (isObject(d)) return d;
  throw new Closing(code);
}

const reasons: Readonly<Record<GatewayCloseCode, string>> = {
  [GatewayCloseCode.UnknownError]: "Unknown error.",
  [GatewayCloseCode.UnknownOpcode]: "Unknown opcode.",
  [GatewayCloseCode.DecodeError]: "Error while decoding payload.",
  [GatewayCloseCode.NotAuthenticated]: "Not authenticated.",
  [GatewayCloseCode.AuthenticationFailed]: "Authentication failed.",
  [GatewayCloseCode.AlreadyAuthenticated]: "Already authenticated.",
  [GatewayCloseCode.InvalidSeq]: "Invalid seq.",
  [GatewayCloseCode.RateLimited]: "Rate limited.",
  [GatewayCloseCode.SessionTimedOut]: "Session timed out.",
  [GatewayCloseCode.InvalidShard]: "Invalid shard.",
  [GatewayCloseCode.InvalidApiVersion]: "Invalid API version.",
  [GatewayCloseCode.InvalidIntents]: "Invalid intent(s).",
  [GatewayCloseCode.DisallowedIntents]: "Disallowed intent(s).",
};

export class Closing extends Error {
  readonly code: GatewayCloseCode;

  constructor(code: GatewayCloseCode, reason: string = reasons[code]) {
    super(reason);
    this.code = code;
  }
}

export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/** See Discord documentation, Gateway, "Transport Compression". */
export type CompressedStream = zlib.Deflate;

const worthCompressing = 1024;

/**
 * Flushes after each message, because bots read it immediately.
 *
 * @returns a Closing if the compression is not supported.
 */
export function openCompressedStream(name: string | null): CompressedStream | Closing | undefined {
  if (name === null) return undefined;
  if (name === "zlib-stream") return zlib.createDeflate({ flush: zlib.constants.Z_SYNC_FLUSH });
  if (name === "zstd-stream") return openZstandard();
  return refusal(
    "The emulator's gateway only supports compress=zlib-stream, compress=zstd-stream and uncompressed connections.",
  );
}

/** See Discord documentation, Gateway, "Payload Compression". */
export function compressMessage(text: string): Buffer | string {
  return text.length < worthCompressing ? text : zlib.deflateSync(text);
}

/** `createZstdCompress` was added in Node 22.15 and is missing from older type declarations. */
const newer: object = zlib;
const { createZstdCompress } = newer as {
  readonly createZstdCompress?: (options: { readonly flush: number }) => CompressedStream;
};
const flushZstandard = 1;

function openZstandard(): CompressedStream | Closing {
  const text = `Node ${process.version} does not support Zstandard. Use compress=zlib-stream, or Node 22.15 or later.`;
  return createZstdCompress?.({ flush: flushZstandard }) ?? refusal(text);
}

function refusal(reason: string): Closing {
  return new Closing(GatewayCloseCode.InvalidApiVersion, reason);
}
