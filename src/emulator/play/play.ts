import type { IncomingMessage, ServerResponse } from "node:http";
import { isClientError } from "../../errors.ts";
import type { Command } from "../../wire/command.ts";
import { CallbackType } from "../../wire/interaction-callback.ts";
import type { WireMessage } from "../../wire/message.ts";
import { readBody, sendJson, urlOf } from "../base/http.ts";
import { playPageHeaders } from "../base/page.ts";
import { Recent } from "../base/recent.ts";
import { notFound, Refusal } from "../base/refusal.ts";
import type { FormFields } from "../interactions/components.ts";
import type { OptionValues } from "../interactions/fill-options.ts";
import { joinActivity } from "../interactions/join-activity.ts";
import { LoadedCommands } from "../interactions/loaded-commands.ts";
import { findPlace, type FoundPlace } from "../interactions/place.ts";
import { findControl, press, submit } from "../interactions/press.ts";
import { Records } from "../interactions/records.ts";
import type { InvocationResult } from "../interactions/run-interaction.ts";
import { seeMessage } from "../interactions/see.ts";
import { listCommands, suggest, use, useOn } from "../interactions/use.ts";
import type { World } from "../world/world.ts";
import { program } from "./browser/main.ts?program";
import { type AskedConditions, changeConditions, renderConditions } from "./conditions.ts";
import { renderPlayPage } from "./page.ts";
import { describeResult } from "./view.ts";

/** What a player did on the page, and what came of it. */
interface Played {
  readonly place: FoundPlace;
  readonly result: InvocationResult;
  /** The message whose component was used. */
  readonly message?: WireMessage | undefined;
}

/** The page for a person, at the root, and what its script asks for. */
export class Play {
  readonly #world: World;
  readonly #host: string;
  readonly #played = new Recent<string, Played>();
  readonly #windows = new Recent<string, LoadedCommands>();
  #count = 0;

  constructor(world: World, webBase: string) {
    this.#world = world;
    this.#host = new URL(webBase).host;
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname: path, searchParams } = urlOf(request);
    // A page elsewhere, whose name was made to point here, must not play.
    if (request.headers.host !== this.#host) throw new Refusal(421, 0, "421: Misdirected Request");
    if (path === "/" && request.method === "GET") return this.#showPage(searchParams, response);
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

  #showPage(chosen: URLSearchParams, response: ServerResponse): void {
    const { applications, players, guilds, history } = this.#world;
    const place = this.#findChosen(chosen);
    const records = new Records(this.#world, place);
    const messages = history.in(place.channel.id, place.player.id).slice(-shownMessages);
    const commands = listCommands(this.#world, place);
    const page = renderPlayPage({
      place,
      window: this.#openWindow(commands),
      commands,
      applications,
      players: players.all,
      guilds: guilds.all,
      messages: messages.map((message) => seeMessage(message, records)),
      records,
      conditions: renderConditions(this.#world),
    });
    response.writeHead(200, playPageHeaders).end(page);
  }

  /** Each page that is open shows the commands as they were. */
  #openWindow(commands: readonly Command[]): string {
    const id = String(this.#count++);
    const loaded = new LoadedCommands();
    for (const command of commands) loaded.load(command);
    this.#windows.set(id, loaded);
    return id;
  }

  /** Where the address says; what is not there any more, or cannot be together, counts as not chosen. */
  #findChosen(chosen: URLSearchParams): FoundPlace {
    const where = Object.fromEntries([...chosen].filter(([, value]) => value !== "")) as Where;
    const { channel: _, ...elsewhere } = where;
    for (const asked of [where, elsewhere, {}]) {
      try {
        return this.#find(asked);
      } catch (error) {
        if (!isClientError(error)) throw error;
      }
    }
    return this.#find({});
  }

  #find({ application: id, guild, channel, player: name }: Where): FoundPlace {
    const world = this.#world;
    const player = name === undefined ? world.players.first : world.players.findOrAdd(name);
    return findPlace(world, player, { application: world.application(id), guild, channel });
  }

  async #answerScript(path: string, asked: Asked): Promise<unknown> {
    const world = this.#world;
    switch (path) {
      case "/play/use":
        return this.#use(asked);
      case "/play/suggest":
        return { choices: await suggest(world, this.#find(asked), asked, this.#windows.get(asked.window)) };
      case "/play/press":
        return this.#press(asked);
      case "/play/submit": {
        const { place, result, message } = this.#recall(asked.id);
        if (result.response?.type !== CallbackType.Modal) throw notFound();
        const form = { modal: result.response.data, place, message };
        return this.#keep({ place, message, result: await submit(world, form, asked.fields) });
      }
      case "/play/join": {
        const { place, result } = this.#recall(asked.id);
        const { player } = this.#find(asked);
        joinActivity(world, { ...place, player }, result.activityInstance?.id ?? "");
        return this.#view(asked.id);
      }
      case "/play/endpoint":
        await this.#find(asked).application.setInteractionsEndpoint(asked.url);
        return { notes: [`The game answers. Interactions go to ${asked.url} from now on.`] };
      case "/play/view":
        return this.#view(asked.id);
      default: {
        const conditions = changeConditions(world, path, asked);
        if (!conditions) throw notFound();
        return conditions;
      }
    }
  }

  async #use(asked: Asked): Promise<unknown> {
    const place = this.#find(asked);
    const { command, target, values } = asked;
    const loaded = this.#windows.get(asked.window);
    const result =
      target === undefined
        ? await use(this.#world, place, command, values, loaded)
        : await useOn(this.#world, place, target, command, loaded);
    return this.#keep({ place, result });
  }

  async #press(asked: Asked): Promise<unknown> {
    const { messages } = this.#recall(asked.id).result;
    if (!messages.some(({ id }) => id === asked.message)) throw notFound();
    const control = { name: asked.customId, message: asked.message, values: asked.chosen };
    const found = findControl(this.#world, this.#find(asked), control);
    return this.#keep({ ...found, result: await press(this.#world, found, asked.chosen) });
  }

  #recall(id: string): Played {
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
    const { place, result } = this.#recall(id);
    const records = new Records(this.#world, place);
    return { id, ...describeResult(result, records), ...this.#describeActivity(place, result) };
  }

  #describeActivity({ player }: FoundPlace, { activityInstance }: InvocationResult): object | undefined {
    if (!activityInstance) return undefined;
    const { activities, players } = this.#world;
    const { application_id: applicationId, id } = activityInstance;
    const { users } = activities.find(applicationId, id) ?? activityInstance;
    const names = users.map((user) => players.byId(user)?.name ?? user);
    return { activity: { title: `Activity ${id} launched for ${player.name}`, players: names } };
  }
}

/** How much of a channel's history the page shows. */
const shownMessages = 20;

/** Where the person is: what the page has in its address. */
interface Where {
  readonly application?: string;
  readonly guild?: string;
  readonly channel?: string;
  readonly player?: string;
}

/** What the script of the page sends; each path needs its own part of it. */
interface Asked extends Where, AskedConditions {
  /** What was played before. */
  readonly id: string;
  /** The page that is open. */
  readonly window: string;
  readonly command: string;
  readonly target?: string;
  readonly values: OptionValues;
  /** The option that is being typed in, and what stands there. */
  readonly option: string;
  readonly text: string;
  readonly message: string;
  readonly customId: string;
  /** What is picked from a menu. */
  readonly chosen?: readonly string[];
  readonly fields: FormFields;
  readonly url: string;
}
