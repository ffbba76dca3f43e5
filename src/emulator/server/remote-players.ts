import { fields } from "../../core/check/fields.ts";
import { isObject, nameOf, object, oneOf, type Reader } from "../../core/check/readers.ts";
import { validationError } from "../../core/errors.ts";
import { Recent } from "../base/recent.ts";
import { readPlace } from "../player/input.ts";
import { readName } from "../state/guild-init.ts";
import {
  type RemoteOffer,
  type RemoteCall,
  remoteMethods,
  type RemotePlace,
} from "../player/connect-emulator.ts";
import { PlayerAgent } from "../player/player-agent.ts";
import type { ActivityWindows } from "../activity/windows.ts";
import type { World } from "../state/world.ts";

const readCall: Reader<RemoteCall> = fields<RemoteCall>({
  client: nameOf({ most: 100 }),
  name: readName,
  place: object<RemotePlace>(),
  method: oneOf(remoteMethods),
  arguments: object(),
});

const mostArguments = 6;

/** `$bytes` marks base64; no option's name contains a `$`. */
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

/** Agents are kept because they may have an open form. */
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

  #open({ name, place: { application, ...others } }: RemoteCall): PlayerAgent {
    const { world } = this.#served;
    const place = readPlace({ ...others, application: this.#application(application) }, "place");
    return new PlayerAgent(this.#served, world.players.findOrAdd(name), place);
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
