import type { IncomingMessage, ServerResponse } from "node:http";
import { isClientError } from "../errors.ts";
import { CallbackType } from "../wire/interaction-callback.ts";
import type { WireMessage } from "../wire/message.ts";
import { readBody, sendJson } from "./http.ts";
import { type FilledOption, type Invocation, type InvocationResult, invoke, suggest } from "./invoke.ts";
import { playPageHeaders } from "./page.ts";
import { nestOptions } from "./play-fields.ts";
import { renderPlayPage } from "./play-page.ts";
import { playScript } from "./play-script.ts";
import { notFound, Refusal } from "./refusal.ts";
import type { World } from "./world.ts";

/** The page for a person, at the root, and what its script asks for. */
export class Play {
  readonly #world: World;
  readonly #host: string;
  readonly #messages = new Map<string, readonly WireMessage[]>();

  constructor(world: World, webBase: string) {
    this.#world = world;
    this.#host = new URL(webBase).host;
  }

  /** Whether a path belongs to the page. */
  owns(path: string): boolean {
    return path === "/" || path.startsWith("/play/");
  }

  async answer(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    // A page elsewhere, whose name was made to point here, must not play.
    if (request.headers.host !== this.#host) throw new Refusal(421, 0, "421: Misdirected Request");
    if (path === "/" && request.method === "GET") return this.#showPage(response);
    if (path === "/play/script.js") {
      return void response.writeHead(200, { "content-type": "text/javascript" }).end(playScript);
    }
    if (request.method !== "POST" || request.headers["content-type"] !== "application/json") throw notFound();
    const asked = JSON.parse(await readBody(request)) as Asked;
    try {
      sendJson(response, 200, await this.#answerScript(path, asked));
    } catch (error) {
      if (!isClientError(error)) throw error;
      sendJson(response, 200, { lines: [error.message, error.hint ?? ""] });
    }
  }

  #showPage(response: ServerResponse): void {
    const { applications, players } = this.#world;
    const [application] = applications;
    const commands = this.#world.commandsOf(application.id).list("global");
    const page = renderPlayPage({ application, commands, players: players.all });
    response.writeHead(200, playPageHeaders).end(page);
  }

  async #answerScript(path: string, asked: Asked): Promise<unknown> {
    const usage = this.#world.usageOf(this.#world.applications[0]);
    switch (path) {
      case "/play/use":
        return this.#describe(await invoke(usage, toInvocation(asked)), asked.player);
      case "/play/suggest":
        return { choices: await suggest(usage, toInvocation(asked)) };
      case "/play/messages":
        return { lines: (this.#messages.get(asked.id) ?? []).map(({ content }) => content) };
      default:
        throw notFound();
    }
  }

  #describe({ response, messages, activityInstance }: InvocationResult, player: string) {
    const id = String(this.#messages.size);
    this.#messages.set(id, messages);
    const isDeferred = response?.type === CallbackType.DeferredChannelMessage;
    if (activityInstance) return { lines: [`Activity ${activityInstance.id} launched for ${player}`] };
    if (isDeferred) return { lines: ["The game is thinking…"], id, isDeferred };
    return { lines: messages.map(({ content }) => content), id };
  }
}

/** What the script of the page sends. */
interface Asked {
  readonly id: string;
  readonly command: string;
  readonly path: readonly string[];
  readonly player: string;
  readonly target?: string;
  readonly options: readonly FilledOption[];
}

function toInvocation({ command, path, player, target, options }: Asked): Invocation {
  return { command, player, target, options: nestOptions(path, options) };
}
