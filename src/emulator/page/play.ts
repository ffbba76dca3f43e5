import type { IncomingMessage, ServerResponse } from "node:http";
import { isClientError } from "../../core/errors.ts";
import { guarded } from "../../core/check/callback.ts";
import { activityOrigin } from "../activity/proxy/activity-host.ts";
import type { ActivityWindows } from "../activity/windows.ts";
import { largestUpload, readBody, respondJson, urlOf } from "../base/http.ts";
import { Recent } from "../base/recent.ts";
import { notFound, statusRefusal } from "../base/refusal.ts";
import type { FormFields } from "../player/components.ts";
import { withSentFiles } from "../player/player-file.ts";
import { LoadedCommands } from "../player/seen-commands.ts";
import { findPlace, type FoundPlace } from "../player/place.ts";
import { findControl, type OpenForm, press, submit } from "../player/press.ts";
import { Records } from "../player/records.ts";
import type { InvocationResult } from "../player/run-interaction.ts";
import { seeForm } from "../player/see.ts";
import { listCommands, requestSuggestions, type Typing, use, useOn } from "../player/use.ts";
import type { World } from "../state/world.ts";
import { program } from "./browser/main.tsx?program";
import type { Done } from "./model/view.ts";
import { type AskedConditions, changeConditions } from "./conditions.ts";
import { activityActions, type AskedOfActivity, openWindow, setActivityUrl } from "./activity-actions.ts";
import { Live } from "./live.ts";
import { sendAgain, sendForged } from "./send-again.ts";
import { shell, shellHeaders } from "./shell.ts";
import { describeExchange } from "./shown-exchange.ts";
import { describeState } from "./state.ts";
import { parseForeignJson } from "../../core/request/response.ts";
import { CallbackType } from "../../wire/interaction-callback.ts";

export class Play {
  readonly #world: World;
  readonly #webBase: URL;
  readonly #windows: ActivityWindows;
  readonly #forms = new Recent<string, OpenForm>();
  readonly #tabs = new Recent<string, LoadedCommands>();
  readonly #lives = new Set<Live>();
  #count = 0;

  constructor(world: World, webBase: string, windows: ActivityWindows) {
    this.#world = world;
    this.#webBase = new URL(webBase);
    this.#windows = windows;
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname: path, searchParams } = urlOf(request);
    this.#refuseOthers(request);
    if (request.method === "GET") return this.#answerGet(path, searchParams, response);
    if (request.method !== "POST" || request.headers["content-type"] !== "application/json") throw notFound();
    const body = parseForeignJson(await readBody(request, largestOf(path))) as Asked;
    try {
      const asked = withSentFiles(body);
      respondJson(response, 200, await this.#answerScript(path, asked));
    } catch (error) {
      if (!isClientError(error)) throw error;
      respondJson(response, 200, { problem: { message: error.message, hint: error.hint ?? "" } });
    } finally {
      for (const live of this.#lives) live.look();
    }
  }

  /** Rejects requests from other origins, and DNS rebinding. */
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
    const [place, tab] = [this.#findChosen(chosen), String(this.#count++)];
    const { world, application, player } = place;
    const [windows, webBase] = [this.#windows, this.#webBase.origin];
    const live = new Live(response, {
      clock: world.clock,
      exchanges: application.exchanges,
      describe: (exchange) => describeExchange(exchange, application, webBase),
      windows: () => windows.ofPlayerIn(application.id, player.id),
      state: () => {
        const commands = listCommands(place);
        this.#tabs.set(tab, new LoadedCommands(commands));
        return describeState({ windows, place, commands, webBase }, tab);
      },
    });
    this.#lives.add(live);
    const forget = () => this.#lives.delete(live);
    response.once("close", guarded(forget, forget));
  }

  /** Ignores invalid parts, so viewing a page creates no records. */
  #findChosen(chosen: URLSearchParams): FoundPlace {
    const { players, guilds } = this.#world;
    const named = Object.fromEntries([...chosen].filter(([, value]) => value !== "")) as Where;
    const where: Where = {
      ...named,
      player: players.find(named.player ?? "")?.name,
      guild: guilds.find(named.guild ?? "")?.id,
    };
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

  #find({ application: id, guild, channel, player: name }: Where, tab = ""): FoundPlace {
    const world = this.#world;
    const player = name === undefined ? world.players.first : world.players.findOrAdd(name);
    const place = { application: world.application(id), guild, channel };
    return findPlace(world, player, place, this.#tabs.get(tab));
  }

  readonly #actions: Readonly<Record<string, (place: FoundPlace, asked: Asked) => Done | Promise<unknown>>> =
    {
      "/play/use": async (place, asked) => {
        const { command, target, values } = asked;
        const used = target === undefined ? use(place, command, values) : useOn(place, target, command);
        return this.#finish(asked, { place }, await used);
      },
      "/play/suggest": async (place, asked) => ({ choices: await requestSuggestions(place, asked) }),
      "/play/press": async (place, asked) => {
        const control = { name: asked.customId, message: asked.message, values: asked.chosen };
        const found = findControl(place, control);
        return this.#finish(asked, found, await press(found, asked.chosen));
      },
      "/play/submit": async (_place, asked) => {
        const form = this.#forms.get(asked.form);
        if (!form) throw notFound();
        return this.#finish(asked, form, await submit(form, asked.fields));
      },
      "/play/again": async (place, asked) =>
        this.#finish(asked, { place }, await sendAgain(place, asked.number)),
      "/play/forged": ({ application }, { number }) => sendForged(application, number),
      "/play/endpoint": async ({ application }, { url }) => {
        await application.setInteractionsEndpoint(url);
        return { notes: [`The game answers. Interactions go to ${url} from now on.`] };
      },
      "/play/activity": ({ application }, { url }) => {
        setActivityUrl(application, url);
        const now = url === "" ? "The Activity has no URL now." : `The Activity is at ${url} from now on.`;
        return { notes: [now] };
      },
    };

  async #answerScript(path: string, asked: Asked): Promise<unknown> {
    const place = this.#find(asked, asked.tab);
    const act = this.#actions[path];
    if (act) return act(place, asked);
    const done = activityActions[path]?.(this.#windows, place, asked);
    if (!done && !changeConditions(this.#world, path, asked)) throw notFound();
    return done ?? {};
  }

  #finish(asked: Asked, { place, message }: Omit<OpenForm, "modal">, result: InvocationResult): Done {
    const { response, activityInstance } = result;
    if (activityInstance) return this.#launch(asked, place, activityInstance.id);
    if (response?.type !== CallbackType.Modal) return {};
    const id = String(this.#count++);
    this.#forms.set(id, { place, message, modal: response.data });
    return { form: { id, ...seeForm(response.data, new Records(place)) } };
  }

  #launch(asked: Asked, place: FoundPlace, activity: string): Done {
    const { application } = this.#find(asked);
    if (application !== place.application)
      return {
        notes: [`The Activity of ${place.application.name} runs: choose that application to join it.`],
      };
    return openWindow(this.#windows, place, { activity, opened: asked.opened });
  }
}

const largestWithFiles = Math.ceil((largestUpload * 4) / 3);

function largestOf(path: string): number | undefined {
  return path === "/play/use" || path === "/play/submit" ? largestWithFiles : undefined;
}

type Where = Readonly<Partial<Record<"application" | "guild" | "channel" | "player", string | undefined>>>;

interface Asked extends Where, AskedConditions, AskedOfActivity, Typing {
  readonly tab: string;
  readonly target?: string;
  readonly message: string;
  readonly customId: string;
  readonly form: string;
  readonly fields: FormFields;
  readonly number: number;
  readonly url: string;
}
