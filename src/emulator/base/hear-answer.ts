import { channel } from "node:diagnostics_channel";
import type { ServerResponse } from "node:http";

export interface HeardAnswer {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly body?: unknown;
}

/** Lets the emulator's tests observe API responses. */
export const answersChannel = "slashpass:emulator:answers";

const answers = channel(answersChannel);

export function tellAnswer(answer: HeardAnswer): void {
  answers.publish(answer);
}

const mostBytes = 64 * 1024;

export interface HeardBody {
  readonly bytes: Buffer;
  readonly size: number;
}

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
