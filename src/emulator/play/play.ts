import { Recent } from "../base/recent.ts";
import type { IncomingMessage, ServerResponse } from "node:http";
import { isClientError } from "../../errors.ts";
import { CallbackType } from "../../wire/interaction-callback.ts";
import type { WireMessage } from "../../wire/message.ts";
import type { FormFields } from "../interactions/components.ts";
import type { InvocationResult } from "../interactions/run-interaction.ts";
import { readBody, sendJson, urlOf } from "../base/http.ts";
import { type FilledOption, type Invocation, invoke, suggest } from "../interactions/invoke.ts";
import { joinActivity } from "../interactions/join-activity.ts";
import { playPageHeaders } from "../base/page.ts";
import { nestOptions } from "./fields.ts";
import { renderPlayPage } from "./page.ts";
import { program } from "./browser/main.ts?program";
import { describeResult } from "./view.ts";
import { press, submit } from "../interactions/press.ts";
import { notFound, Refusal } from "../base/refusal.ts";
import type { World } from "../world/world.ts";

/** What a player did on the page, and what came of it. */
interface Played {
  readonly player: string;
  readonly result: InvocationResult;
  /** The message whose component was used. */
  readonly message?: WireMessage | undefined;
}

/** The page for a person, at the root, and what its script asks for. */
export class Play {
  readonly #world: World;
  readonly #host: string;
  readonly #played = new Recent<string, Played>();
  #count = 0;

  constructor(world: World, webBase: string) {
    this.#world = world;
    this.#host = new URL(webBase).host;
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname: path } = urlOf(request);
    // A page elsewhere, whose name was made to point here, must not play.
    if (request.headers.host !== this.#host) throw new Refusal(421, 0, "421: Misdirected Request");
    if (path === "/" && request.method === "GET") return this.#showPage(response);
    if (path === "/play/script.js") {
      return void response.writeHead(200, { "content-type": "text/javascript" }).end(program);
    }
    if (request.method !== "POST" || request.headers["content-type"] !== "application/json") throw notFound();
    const asked = JSON.parse(await readBody(request)) as Asked;
    try {
      sendJson(response, 200, await this.#answerScript(path, asked));
    } catch (error) {
      if (!isClientError(error)) throw error;
      sendJson(response, 200, { notes: [error.message, error.hint ?? ""] });
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
    const world = this.#world;
    const [application] = world.applications;
    const { player } = asked;
    switch (path) {
      case "/play/use":
        return this.#keep({ player, result: await invoke(world, application, toInvocation(asked)) });
      case "/play/suggest":
        return { choices: await suggest(world, application, toInvocation(asked)) };
      case "/play/press": {
        const message = this.#find(asked.id).result.messages.find(({ id }) => id === asked.message);
        if (!message) throw notFound();
        return this.#keep({
          player,
          message,
          result: await press(world, application, { ...asked, message }),
        });
      }
      case "/play/submit": {
        const { result, message } = this.#find(asked.id);
        if (result.response?.type !== CallbackType.Modal) throw notFound();
        const modal = result.response.data;
        return this.#keep({
          player,
          message,
          result: await submit(world, application, { ...asked, modal, message }),
        });
      }
      case "/play/join":
        joinActivity(world, this.#find(asked.id).result.activityInstance?.id ?? "", player);
        return this.#view(asked.id);
      case "/play/endpoint":
        await application.setInteractionsEndpoint(asked.url);
        return { notes: [`The game answers. Interactions go to ${asked.url} from now on.`] };
      case "/play/view":
        return this.#view(asked.id);
      default:
        throw notFound();
    }
  }

  #find(id: string): Played {
    const played = this.#played.get(id);
    if (!played) throw notFound();
    return played;
  }

  #keep(played: Played): unknown {
    const id = String(this.#count++);
    this.#played.set(id, played);
    return this.#view(id);
  }

  #view(id: string): unknown {
    const { player, result } = this.#find(id);
    return { id, ...describeResult(result), ...this.#describeActivity(player, result) };
  }

  #describeActivity(player: string, { activityInstance }: InvocationResult): object | undefined {
    if (!activityInstance) return undefined;
    const { activities, players } = this.#world;
    const { application_id: applicationId, id } = activityInstance;
    const { users } = activities.find(applicationId, id) ?? activityInstance;
    const names = users.map((user) => players.byId(user)?.name ?? user);
    return { activity: { title: `Activity ${id} launched for ${player}`, players: names } };
  }
}

/** What the script of the page sends; each path needs its own part of it. */
interface Asked {
  /** What was played before. */
  readonly id: string;
  readonly player: string;
  readonly command: string;
  readonly path: readonly string[];
  readonly target?: string;
  readonly options: readonly FilledOption[];
  readonly message: string;
  readonly customId: string;
  readonly values?: readonly string[];
  readonly fields: FormFields;
  readonly url: string;
}

function toInvocation({ command, path, player, target, options }: Asked): Invocation {
  return { command, player, target, options: nestOptions(path, options) };
}
