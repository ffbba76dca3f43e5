import { fields } from "../../core/check/fields.ts";
import { asItIs, listOf, nameOf, object, oneOf, type Reader } from "../../core/check/readers.ts";
import { validationError } from "../../core/errors.ts";
import { Recent } from "../base/recent.ts";
import { readPlace } from "../player/input.ts";
import { readName } from "../state/guild-init.ts";
import type { RemoteOffer } from "../player/connect-emulator.ts";
import { PlayerAgent } from "../player/player-agent.ts";
import { type RemoteCall, remoteMethods, type RemotePlace } from "../player/remote-methods.ts";
import type { ActivityWindows } from "../activity/windows.ts";
import type { World } from "../state/world.ts";

const readCall: Reader<RemoteCall> = fields<RemoteCall>({
  client: nameOf({ most: 100 }),
  name: readName,
  place: object<RemotePlace>(),
  method: oneOf(remoteMethods),
  arguments: listOf(asItIs<unknown>(), 10),
});

interface Served {
  readonly world: World;
  readonly webBase: string;
  readonly windows: ActivityWindows;
}

/** The players that other processes act as. Each chat client is kept, since it may have an open form. */
export class RemotePlayers {
  readonly #served: Served;
  readonly #clients = new Recent<string, PlayerAgent>();

  constructor(served: Served) {
    this.#served = served;
  }

  /** What `connectEmulator` asks for first. */
  get offer(): RemoteOffer {
    return { methods: remoteMethods, firstPlayer: this.#served.world.players.first.name };
  }

  /** @throws ClientError of the call, and those of the player. */
  async call(value: unknown): Promise<unknown> {
    const call = readCall(value, "call");
    const agent = this.#clients.get(call.client) ?? this.#open(call);
    this.#clients.set(call.client, agent);
    const method = agent[call.method].bind(agent) as (...values: readonly unknown[]) => unknown;
    return await method(...call.arguments);
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
