import type { IncomingMessage, ServerResponse } from "node:http";
import { readForeignJson } from "../../core/request/response.ts";
import { isClientError } from "../../core/errors.ts";
import { largestUpload, readBody, sendJson } from "../base/http.ts";
import { notFound, statusRefusal } from "../base/refusal.ts";
import { exportWorld } from "../state/exported-world.ts";
import type { World } from "../state/world.ts";
import type { RemotePlayers } from "./remote-players.ts";
import { trigger } from "./triggers.ts";

interface Controlled {
  readonly world: World;
  readonly players: RemotePlayers;
}

export async function answerControl(
  { world, players }: Controlled,
  request: IncomingMessage,
  response: ServerResponse,
  part: string,
): Promise<void> {
  // Only browsers send these headers. Websites must not control the emulator.
  if (request.headers.origin !== undefined || request.headers["sec-fetch-site"] !== undefined)
    throw statusRefusal(421);
  const ask = `${request.method} ${part}`;
  if (ask === "GET world") return sendJson(response, 200, exportWorld(world));
  if (ask === "POST trigger") return answer(request, response, (body) => trigger(world, body));
  if (ask === "GET player") return sendJson(response, 200, { ok: true, result: players.offer });
  if (ask === "POST player")
    return answer(
      request,
      response,
      async (body) => ({ ok: true, result: await players.call(body) }),
      largestUpload,
    );
  throw notFound();
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  act: (body: unknown) => unknown,
  largest?: number,
): Promise<void> {
  try {
    sendJson(response, 200, await act(readForeignJson(await readBody(request, largest))));
  } catch (error) {
    if (!isClientError(error)) throw error;
    sendJson(response, 400, error.toJSON());
  }
}
