import type { IncomingMessage, ServerResponse } from "node:http";
import { fields } from "../../core/check/fields.ts";
import { isObject, textWithoutNul, object, oneOf, type Reader } from "../../core/check/readers.ts";
import { isClientError, validationError } from "../../core/errors.ts";
import { readForeignJson } from "../../core/request/response.ts";
import type { ActivityWindows } from "../activity/windows.ts";
import { largestUpload, readBody, respondJson } from "../base/http.ts";
import { Recent } from "../base/recent.ts";
import { notFound, statusRefusal } from "../base/refusal.ts";
import {
  type RemoteCall,
  remoteMethods,
  type RemoteOffer,
  type RemoteLocation,
} from "../player/connect-emulator.ts";
import { readLocation } from "../player/input.ts";
import { PlayerAgent } from "../player/player-agent.ts";
import { readName } from "../state/guild-init.ts";
import { exportWorld } from "../state/saved-world.ts";
import type { World } from "../state/world.ts";
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
  // Rejects requests from browsers, which send these headers, because websites must not control the emulator.
  if (request.headers.origin !== undefined || request.headers["sec-fetch-site"] !== undefined)
    throw statusRefusal(421);
  const ask = `${request.method} ${part}`;
  if (ask === "GET world") return respondJson(response, 200, exportWorld(world));
  if (ask === "POST trigger") return answer(request, response, (body) => trigger(world, body));
  if (ask === "GET player") return respondJson(response, 200, { ok: true, result: players.offer });
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
    respondJson(response, 200, await act(readForeignJson(await readBody(request, largest))));
  } catch (error) {
    if (!isClientError(error)) throw error;
    respondJson(response, 400, error.toJSON());
  }
}

const readCall: Reader<RemoteCall> = fields<RemoteCall>({
  client: textWithoutNul({ most: 100 }),
  name: readName,
  location: object<RemoteLocation>(),
  method: oneOf(remoteMethods),
  arguments: object(),
});

const mostArguments = 6;

/** `$bytes` marks base64 data. Option names never contain `$`. */
function decode(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(decode);
  if (!isObject(value)) return value;
  const { $bytes } = value;
  if (typeof $bytes === "string") return Buffer.from($bytes, "base64");
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, decode(one)]));
}

interface Served {
  readonly world: World;
  readonly webBase: string;
  readonly windows: ActivityWindows;
}

/** Keeps agents between requests, because they may have an open form. */
export class RemotePlayers {
  readonly #served: Served;
  readonly #clients = new Recent<string, PlayerAgent>();

  constructor(served: Served) {
    this.#served = served;
  }

  get offer(): RemoteOffer {
    const { world, webBase } = this.#served;
    return { methods: remoteMethods, firstPlayer: world.players.first.name, webBase };
  }

  async call(value: unknown): Promise<unknown> {
    const call = readCall(value, "call");
    const agent = this.#clients.get(call.client) ?? this.#open(call);
    this.#clients.set(call.client, agent);
    const method = agent[call.method].bind(agent) as (...values: readonly unknown[]) => unknown;
    return await method(...Array.from({ length: mostArguments }, (_, at) => decode(call.arguments[at])));
  }

  #open({ name, location: { application, ...others } }: RemoteCall): PlayerAgent {
    const { world } = this.#served;
    const location = readLocation({ ...others, application: this.#application(application) }, "location");
    return new PlayerAgent(this.#served, world.players.findOrAdd(name), location);
  }

  #application(reference: string | undefined) {
    if (reference === undefined) return undefined;
    const found = this.#served.world.applications.find(
      ({ id, name }) => id === reference || name === reference,
    );
    if (found) return found;
    throw validationError(
      "unknown_application",
      `The emulator has no application ${JSON.stringify(reference)}.`,
      "Pass the id or the name of one of its applications.",
    );
  }
}
