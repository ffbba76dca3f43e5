import { isClientError } from "../../core/errors.ts";
import { type ActivityEventName, type ActivityMessage, ActivityOpcode } from "../../wire/activity-rpc.ts";
import { RpcCloseCode, RpcErrorCode, rpcVersion } from "../../wire/desktop-client.ts";
import type { LiveWorld } from "../oauth/live-world.ts";
import { describeRefusal, RpcRefusal } from "./rpc/rpc-refusal.ts";
import { describePlayer } from "../state/players.ts";
import { type ActivityCommands, findCommand } from "./command.ts";
import type { ActivityFrame } from "./frame.ts";
import type { ActivityFrames } from "./frames.ts";
import { checkHandshake } from "./handshake.ts";
import { readMessage } from "./message.ts";
import { type EventArguments, ActivitySession } from "./session.ts";
import { findSignInProblem } from "./sign-in-problem.ts";

/** What a connection works with. */
interface ConnectionParts {
  readonly live: LiveWorld;
  readonly commands: ActivityCommands;
  readonly frames: ActivityFrames;
  readonly frame: ActivityFrame;
  readonly send: (message: ActivityMessage) => void;
  readonly ended: () => void;
}

type Fields = Readonly<Record<string, unknown>>;

/** One page of an Activity, from its first message until it is gone. */
export class ActivityConnection {
  readonly #parts: ConnectionParts;
  readonly #over = new AbortController();
  readonly #session = new ActivitySession(this.#over.signal);
  #isGreeted = false;
  #isEnded = false;

  constructor(parts: ConnectionParts) {
    this.#parts = parts;
  }

  receive(given: unknown): void {
    if (this.#over.signal.aborted) return;
    const message = readMessage(given);
    if ("problem" in message) return this.hangUp(message.code, message.problem);
    const { opcode, payload } = message;
    if (opcode === ActivityOpcode.Close) this.#parts.frame.close();
    else if (opcode === ActivityOpcode.Handshake) this.#greet(payload);
    else if (this.#isGreeted) this.#answer(payload).catch(() => this.end());
    else
      this.hangUp(
        RpcCloseCode.Unsupported,
        "The first message must be a HANDSHAKE: make a DiscordSDK first.",
      );
  }

  dispatch(event: ActivityEventName, data: object, about?: EventArguments): void {
    if (this.#session.hears(event, about)) this.#dispatch(event, data);
  }

  /** The player has taken back what its token allows. */
  revoke(): void {
    if (this.#session.scopes === undefined) return;
    const next = "Load the Activity again, and call authorize.";
    this.hangUp(RpcCloseCode.TokenRevoked, `The token was revoked. ${next}`);
  }

  /** Says why it is over. Nothing is answered from then on. */
  hangUp(code: number, message: string): void {
    if (this.#over.signal.aborted) return;
    this.#send([ActivityOpcode.Close, { code, message }]);
    this.#over.abort();
  }

  /** Nothing goes to the page any more. */
  end(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#over.abort();
    this.#parts.ended();
  }

  #greet(payload: Fields): void {
    const { frame, live } = this.#parts;
    const refusal = this.#isGreeted ? secondHandshake : checkHandshake(payload, frame);
    if (refusal) return this.hangUp(refusal.code, refusal.problem);
    this.#isGreeted = true;
    const { host } = new URL(live.webBase);
    const config = { cdn_host: host, api_endpoint: `//${host}/api`, environment: "production" };
    // The SDK takes no null for a picture here.
    const { avatar: _, ...user } = describePlayer(frame.player);
    this.#dispatch("READY", { v: rpcVersion, config, user });
  }

  async #answer({ cmd, args, evt, nonce = null }: Fields): Promise<void> {
    const { live, commands, frames, frame } = this.#parts;
    try {
      const command = findCommand(commands, cmd);
      this.#session.mustHave(command.access);
      const call = { live, frames, frame, session: this.#session, event: evt };
      const data = (await command.run(call, args)) ?? null;
      this.#send([ActivityOpcode.Frame, { cmd, data, evt: null, nonce }]);
    } catch (error) {
      const data = describeFailure(error);
      const problem = findSignInProblem(cmd, data);
      if (problem) frame.problems.add({ ...problem, at: live.world.clock.now() });
      this.#send([ActivityOpcode.Frame, { cmd, data, evt: "ERROR", nonce }]);
    }
  }

  #dispatch(evt: ActivityEventName | "READY", data: object): void {
    this.#send([ActivityOpcode.Frame, { cmd: "DISPATCH", data, evt, nonce: null }]);
  }

  #send(message: ActivityMessage): void {
    if (this.#over.signal.aborted) return;
    this.#parts.send(message);
  }
}

const secondHandshake = {
  code: RpcCloseCode.Unsupported,
  problem:
    "There was a HANDSHAKE already. Make one DiscordSDK for each page, outside of the code that renders it.",
};

function describeFailure(error: unknown): { readonly code: number; readonly message: string } {
  if (!isClientError(error)) return describeRefusal(error);
  const message = [error.message, error.hint].filter(Boolean).join(" ");
  return describeRefusal(new RpcRefusal(RpcErrorCode.InvalidPayload, message));
}
