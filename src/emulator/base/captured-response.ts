import { channel } from "node:diagnostics_channel";
import type { ServerResponse } from "node:http";

export interface ReportedResponse {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly body?: unknown;
}

/** Lets the emulator's tests observe API responses. */
export const responsesChannel = "slashpass:emulator:responses";

const responses = channel(responsesChannel);

export function reportResponse(response: ReportedResponse): void {
  responses.publish(response);
}

const mostBytes = 64 * 1024;

export interface CapturedBody {
  readonly bytes: Buffer;
  readonly size: number;
}

export function captureResponse(response: ServerResponse, isWanted = () => true): () => CapturedBody {
  const chunks: Buffer[] = [];
  let storedBytes = 0;
  let size = 0;
  const capture = (chunk: unknown) => {
    if ((typeof chunk !== "string" && !(chunk instanceof Uint8Array)) || !isWanted()) return;
    const bytes = Buffer.from(chunk as string);
    size += bytes.length;
    if (storedBytes >= mostBytes) return;
    storedBytes += bytes.length;
    chunks.push(bytes);
  };
  for (const name of ["write", "end"] as const) {
    const send = response[name].bind(response) as (...args: unknown[]) => unknown;
    Object.assign(response, {
      [name]: (...args: unknown[]) => {
        capture(args[0]);
        return send(...args);
      },
    });
  }
  return () => ({ bytes: Buffer.concat(chunks), size });
}
