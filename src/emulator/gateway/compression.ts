import * as zlib from "node:zlib";
import { GatewayCloseCode } from "../../wire/gateway.ts";
import { Closing } from "./payload.ts";

/** The compressed stream of a connection (Discord documentation, Gateway, "Transport Compression"). */
export type CompressedStream = zlib.Deflate;

const worthCompressing = 1024;

/**
 * Each message ends with a flush, so bots can read it immediately.
 *
 * @returns a Closing for an unsupported compression.
 */
export function openCompressedStream(name: string | null): CompressedStream | Closing | undefined {
  if (name === null) return undefined;
  if (name === "zlib-stream") return zlib.createDeflate({ flush: zlib.constants.Z_SYNC_FLUSH });
  if (name === "zstd-stream") return openZstandard();
  return refusal("The emulator's gateway has compress=zlib-stream and zstd-stream, or none.");
}

/** Compresses a single message (Discord documentation, Gateway, "Payload Compression"). */
export function compressMessage(text: string): Buffer | string {
  return text.length < worthCompressing ? text : zlib.deflateSync(text);
}

/** Available since Node 22.15, but missing in the older type declarations. */
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
