import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { orAborted } from "../../src/core/request/abort.ts";
import { sleep } from "../../src/core/request/deadline.ts";
import { respondJson } from "../../src/emulator/base/http.ts";
import { CallbackType } from "../../src/wire/interaction-callback.ts";
import { InteractionType } from "../../src/wire/interaction.ts";
import { verifyInteraction } from "../../src/interactions/endpoint/verify.ts";
import { verifyIdToken } from "../../src/server/id-token/verify.ts";
import { type Config, Missing } from "./config.ts";
import type { Action, ActionName } from "./fact.ts";
import { close, listen } from "./local-server.ts";

export interface Actions {
  perform(this: void, action: Action): Promise<unknown>;
  close(this: void): Promise<void>;
}

type Parameters = Readonly<Record<string, string>>;
/** Excludes the action that the session itself performs. */
type PlayedName = Exclude<ActionName, "delete-entry-point">;
type Perform = (parameters: Parameters) => Promise<unknown>;

export function openActions(
  config: Config,
  variables: ReadonlyMap<string, string>,
  signal: AbortSignal = new AbortController().signal,
): Actions {
  const { player, webBase, issuer = webBase } = config;
  const endpoint = new Endpoint(config, variables.get("publicKey") ?? "");
  let isPlayerPresent = true;
  /** Does not wait again for a player who has not responded. */
  const inTime = async <T>(act: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    if (!isPlayerPresent) throw new Missing("no player");
    const timeout = AbortSignal.timeout(player.timeoutMs);
    const either = AbortSignal.any([signal, timeout]);
    try {
      return await orAborted(act(either), "A fact", either);
    } catch (error) {
      isPlayerPresent = !timeout.aborted;
      if (timeout.aborted && !signal.aborted) throw new Missing("the player did not respond");
      throw error;
    }
  };
  const table: Readonly<Record<PlayedName, Perform>> = {
    async visit({ answer, ...parameters }) {
      await using loopback = await openLoopback();
      const { redirect_uri } = loopback;
      const url = new URL("/oauth2/authorize", webBase);
      url.search = new URLSearchParams({
        client_id: variables.get("app") ?? "",
        response_type: "code",
        scope: "identify",
        state: "the-state",
        redirect_uri,
        code_challenge: variables.get("challenge") ?? "",
        code_challenge_method: "S256",
        ...parameters,
      }).toString();
      const opened = Promise.resolve(player.open(url.href, answer === "deny" ? "deny" : "accept"));
      const failed = opened.then(() => loopback.callback);
      const parametersOfCallback = await inTime(() => Promise.race([loopback.callback, failed]));
      return { ...parametersOfCallback, names: Object.keys(parametersOfCallback).join(" "), redirect_uri };
    },
    async approve({ url = "", answer }) {
      await player.open(url, answer === "deny" ? "deny" : "accept");
      await inTime(player.confirm);
      return {};
    },
    async "verify-id-token"({ token = "", nonce }) {
      return {
        ...(await verifyIdToken(token, { audience: variables.get("app") ?? "", nonce, webBase: issuer })),
      };
    },
    async endpoint({ checks }) {
      await endpoint.listen(checks !== "no");
      return { publicUrl: variables.get("publicUrl") ?? endpoint.url };
    },
    async "received-pings"() {
      return endpoint.pings;
    },
    async invoke({ command = "" }) {
      const received = endpoint.next();
      await player.use(command);
      return inTime(() => received);
    },
    async wait({ seconds }) {
      if (config.wait) await config.wait(Number(seconds));
      else await sleep(Number(seconds) * 1000, "A fact", signal);
      return {};
    },
  };
  return {
    perform: ({ name, parameters }) => table[name as PlayedName](parameters),
    close: () => endpoint.close(),
  };
}

async function openLoopback() {
  const server = createServer();
  const port = await listen(server, 0);
  const callback = new Promise<Readonly<Record<string, string>>>((resolve) => {
    server.on("request", ({ url = "" }, response) => {
      response.end("You can close this page.");
      const { pathname, searchParams } = new URL(url, "http://127.0.0.1");
      if (pathname === "/callback") resolve(Object.fromEntries(searchParams));
    });
  });
  return {
    redirect_uri: `http://127.0.0.1:${port}/callback`,
    callback,
    [Symbol.asyncDispose]: () => close(server),
  };
}

/** The interactions endpoint. It defers each interaction, because facts respond through the API. */
class Endpoint {
  readonly #config: Config;
  readonly #publicKey: string;
  #server: Server | undefined;
  #checks = true;
  #port = 0;
  #receive: ((payload: unknown) => void) | undefined;
  pings = { valid: 0, invalid: 0 };

  constructor(config: Config, publicKey: string) {
    this.#config = config;
    this.#publicKey = publicKey;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}/`;
  }

  /** @param checks - Whether to reject invalid signatures. */
  async listen(checks: boolean): Promise<void> {
    this.#checks = checks;
    this.pings = { valid: 0, invalid: 0 };
    if (this.#server) return;
    const server = createServer((request, response) => {
      this.#answer(request, response).catch(() => response.destroy());
    });
    this.#port = await listen(server, this.#config.port);
    this.#server = server;
  }

  next(): Promise<unknown> {
    return new Promise((resolve) => (this.#receive = resolve));
  }

  async close(): Promise<void> {
    if (this.#server) await close(this.#server);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    const { "x-signature-ed25519": signature, "x-signature-timestamp": timestamp } = request.headers;
    const message = { signature: String(signature), timestamp: String(timestamp), body };
    const isValid = await verifyInteraction({ publicKey: this.#publicKey, ...message });
    const payload = JSON.parse(body.toString("utf8")) as { readonly type: number };
    const isPing = payload.type === InteractionType.Ping;
    if (isPing) this.pings[isValid ? "valid" : "invalid"]++;
    if (!isValid && this.#checks) response.writeHead(401).end();
    else if (isPing) respondJson(response, 200, { type: CallbackType.Pong });
    else {
      response.writeHead(202).end();
      this.#receive?.(payload);
    }
  }
}
