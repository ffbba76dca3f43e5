import type { ServerResponse } from "node:http";
import type { Clock } from "./clock.ts";

/** Changes how an answer gets to the client, no matter which code made it. */
export function spoil(response: ServerResponse, how: "drop-answer" | "half" | "slow", clock: Clock): void {
  const end = response.end.bind(response);
  response.end = ((chunk?: unknown) => {
    const body = typeof chunk === "string" || Buffer.isBuffer(chunk) ? Buffer.from(chunk) : Buffer.alloc(0);
    if (how === "drop-answer") return response.destroy();
    if (!response.headersSent) response.setHeader("content-length", body.length);
    if (how === "half") {
      response.write(body.subarray(0, Math.floor(body.length / 2)), () => response.destroy());
    } else {
      void trickle(response, body, end, clock);
    }
    return response;
  }) as typeof response.end;
}

async function trickle(
  response: ServerResponse,
  body: Buffer,
  end: ServerResponse["end"],
  clock: Clock,
): Promise<void> {
  for (const byte of body) {
    if (response.destroyed) return;
    response.write(Buffer.of(byte));
    await clock.wait(10);
  }
  end();
}
