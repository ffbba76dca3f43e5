import type { IncomingMessage, ServerResponse } from "node:http";
import { guarded } from "../../core/check/callback.ts";
import { isClientError } from "../../core/errors.ts";
import { parseForeignJson } from "../../core/request/response.ts";
import { type ActivityWindows, activityOrigin } from "../activity/windows.ts";
import { largestUpload, readBody, respondJson, urlOf } from "../base/http.ts";
import { notFound, statusRefusal } from "../base/refusal.ts";
import type { ResolvedLocation } from "../player/location.ts";
import { withSentFiles } from "../player/player-file.ts";
import { listCommands } from "../player/use.ts";
import type { World } from "../state/world.ts";
import { type PageRequest, PageActions, type Where } from "./actions.ts";
import { program } from "./browser/main.tsx?program";
import { Live } from "./live.ts";
import { shell, shellHeaders } from "./shell.ts";
import { describeExchange } from "./exchange-view.ts";
import { describeState } from "./state.ts";

export class Play {
  readonly #world: World;
  readonly #webBase: URL;
  readonly #windows: ActivityWindows;
  readonly #actions: PageActions;
  readonly #lives = new Set<Live>();

  constructor(world: World, webBase: string, windows: ActivityWindows) {
    this.#world = world;
    this.#webBase = new URL(webBase);
    this.#windows = windows;
    this.#actions = new PageActions(world, windows);
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname: path, searchParams } = urlOf(request);
    this.#refuseOthers(request);
    if (request.method === "GET") return this.#answerGet(path, searchParams, response);
    if (request.method !== "POST" || request.headers["content-type"] !== "application/json") throw notFound();
    const body = parseForeignJson(await readBody(request, largestOf(path))) as PageRequest;
    try {
      const pageRequest = withSentFiles(body);
      respondJson(response, 200, await this.#actions.run(path, pageRequest));
    } catch (error) {
      if (!isClientError(error)) throw error;
      respondJson(response, 200, { problem: { message: error.message, hint: error.hint ?? "" } });
    } finally {
      for (const live of this.#lives) live.sendChanges();
    }
  }

  /** Protects against cross-origin requests and DNS rebinding. */
  #refuseOthers({ headers }: IncomingMessage): void {
    const { host, origin } = this.#webBase;
    const isOurs = headers.host === host && [undefined, origin].includes(headers.origin);
    if (!isOurs) throw statusRefusal(421);
  }

  #answerGet(path: string, chosen: URLSearchParams, response: ServerResponse): void {
    if (path === "/") {
      const { application } = this.#findChosen(chosen);
      const headers = shellHeaders(activityOrigin(application, this.#webBase.origin));
      response.writeHead(200, headers).end(shell);
    } else if (path === "/play/script.js")
      response.writeHead(200, { "content-type": "text/javascript" }).end(program);
    else if (path === "/play/live") this.#open(chosen, response);
    else throw notFound();
  }

  #open(chosen: URLSearchParams, response: ServerResponse): void {
    const [location, tab] = [this.#findChosen(chosen), this.#actions.createId()];
    const { world, application, player } = location;
    const [windows, webBase] = [this.#windows, this.#webBase.origin];
    const live = new Live(response, {
      clock: world.clock,
      exchanges: application.exchanges,
      describe: (exchange) => describeExchange(exchange, application, webBase),
      windows: () => windows.ofPlayerIn(application.id, player.id),
      state: () => {
        const commands = listCommands(location);
        this.#actions.loadCommands(tab, commands);
        return describeState({ windows, location, commands, webBase }, tab);
      },
    });
    this.#lives.add(live);
    const forget = () => this.#lives.delete(live);
    response.once("close", guarded(forget, forget));
  }

  /** Ignores invalid parts, because viewing a page must not create records. */
  #findChosen(chosen: URLSearchParams): ResolvedLocation {
    const { players, guilds } = this.#world;
    const named = Object.fromEntries([...chosen].filter(([, value]) => value !== "")) as Where;
    const where: Where = {
      ...named,
      player: players.find(named.player ?? "")?.name,
      guild: guilds.find(named.guild ?? "")?.id,
    };
    const { channel: _, ...elsewhere } = where;
    for (const candidate of [where, elsewhere]) {
      try {
        return this.#actions.find(candidate);
      } catch (error) {
        if (!isClientError(error)) throw error;
      }
    }
    return this.#actions.find({});
  }
}

const largestWithFiles = Math.ceil((largestUpload * 4) / 3);

function largestOf(path: string): number | undefined {
  return path === "/play/use" || path === "/play/submit" ? largestWithFiles : undefined;
}
