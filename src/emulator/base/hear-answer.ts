import { channel } from "node:diagnostics_channel";
import type { ServerResponse } from "node:http";

/** An answer of the API or of the authorization server, as it goes out. */
export interface HeardAnswer {
  readonly method: string;
  /** Below the API base. */
  readonly path: string;
  readonly status: number;
  readonly body?: unknown;
}

/** The channel on which the emulator's own tests hear every answer of its API. */
export const answersChannel = "slashpass:emulator:answers";

const answers = channel(answersChannel);

export function tellAnswer(answer: HeardAnswer): void {
  answers.publish(answer);
}

/** Bytes of an answer that are kept. */
const mostBytes = 64 * 1024;

/** The sent bytes so far. */
export interface HeardBody {
  /** The beginning of it. */
  readonly bytes: Buffer;
  /** Bytes in all. */
  readonly size: number;
}

/** Listens to the sent bytes, as long as they are wanted. */
export function hearAnswer(response: ServerResponse, isWanted = () => true): () => HeardBody {
  const chunks: Buffer[] = [];
  let kept = 0;
  let size = 0;
  const hear = (chunk: unknown) => {
    if ((typeof chunk !== "string" && !(chunk instanceof Uint8Array)) || !isWanted()) return;
    const bytes = Buffer.from(chunk as string);
    size += bytes.length;
    if (kept >= mostBytes) return;
    kept += bytes.length;
    chunks.push(bytes);
  };
  for (const name of ["write", "end"] as const) {
    const send = response[name].bind(response) as (...args: unknown[]) => unknown;
    Object.assign(response, {
      [name]: (...args: unknown[]) => {
        hear(args[0]);
        return send(...args);
      },
    });
  }
  return () => ({ bytes: Buffer.concat(chunks), size });
}
