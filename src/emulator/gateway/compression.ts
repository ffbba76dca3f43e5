import * as zlib from "node:zlib";
import { GatewayCloseCode } from "../../wire/gateway.ts";
import { Closing } from "./payload.ts";

/** One compressed stream for all messages of a connection (Discord documentation, Gateway, "Transport Compression"). */
export type CompressedStream = zlib.Deflate;

/** Characters from which a single message is compressed for a bot that asks so: shorter ones would hardly shrink. */
const worthCompressing = 1024;

/**
 * The stream for a value of the query's `compress`; undefined for a connection without compression. Each message ends with a
 * flush, so that the bot can read it at once.
 *
 * @returns a Closing for a compression that the emulator or this Node does not have.
 */
export function openCompressedStream(name: string | null): CompressedStream | Closing | undefined {
  if (name === null) return undefined;
  if (name === "zlib-stream") return zlib.createDeflate({ flush: zlib.constants.Z_SYNC_FLUSH });
  if (name === "zstd-stream") return openZstandard();
  return refusal("The emulator's gateway has compress=zlib-stream and zstd-stream, or none.");
}

/** A message alone, as bots get it that identify with `compress` (Discord documentation, Gateway, "Payload Compression"). */
export function compressMessage(text: string): Buffer | string {
  return text.length < worthCompressing ? text : zlib.deflateSync(text);
}

/** Of Node 22.15 and later; the declarations are of an older one. */
const newer: object = zlib;
const { createZstdCompress } = newer as {
  readonly createZstdCompress?: (options: { readonly flush: number }) => CompressedStream;
};
const flushZstandard = 1;

function openZstandard(): CompressedStream | Closing {
  const text = `Node ${process.version} has no Zstandard: connect with compress=zlib-stream, or use Node 22.15.`;
  return createZstdCompress?.({ flush: flushZstandard }) ?? refusal(text);
}

function refusal(reason: string): Closing {
  return new Closing(GatewayCloseCode.InvalidApiVersion, reason);
}
