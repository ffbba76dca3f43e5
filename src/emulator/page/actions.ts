import { randomBytes } from "node:crypto";
import { validationError } from "../../core/errors.ts";
import { parseForeignJson } from "../../core/request/response.ts";
import type { Command } from "../../wire/command.ts";
import type { InteractionPayload } from "../../wire/interaction.ts";
import { CallbackType } from "../../wire/interaction-callback.ts";
import type { ActivityWindow } from "../activity/window.ts";
import type { ActivityWindows } from "../activity/windows.ts";
import { readDuration, readPlainFault } from "../base/fault.ts";
import { createSnowflake, Recent } from "../base/recent.ts";
import { notFound } from "../base/refusal.ts";
import { postForged, statusOfReply } from "../outbound/signed-post.ts";
import type { FormFields } from "../player/components.ts";
import { type InvocationResult, runInteraction } from "../player/interaction.ts";
import { findPlace, type FoundPlace } from "../player/place.ts";
import { findControl, type OpenForm, press, submit } from "../player/press.ts";
import { Records } from "../player/records.ts";
import { seeForm } from "../player/see.ts";
import { LoadedCommands } from "../player/seen-commands.ts";
import { requestSuggestions, type Typing, use, useOn } from "../player/use.ts";
import type { EmulatorApplication } from "../state/application.ts";
import type { World } from "../state/world.ts";
import type { Done } from "./model/view.ts";
import { changeControl, pageOf } from "./activity-view.ts";
import { isInteraction } from "./exchange-view.ts";

export type Where = Readonly<
  Partial<Record<"application" | "guild" | "channel" | "player", string | undefined>>
>;

/** The body of a request from the page. Each action reads its own fields. */
export interface Asked extends Where, Typing {
  readonly tab: string;
  readonly target?: string;
  readonly message: string;
  readonly customId: string;
  readonly chosen?: readonly string[];
  readonly form: string;
  readonly fields: FormFields;
  readonly number: number;
  readonly url: string;
  readonly activity: string;
  /** The ticket of the window that is open in the tab. */
  readonly opened?: string | undefined;
  readonly prompt: string;
  readonly isAccepted: boolean;
  readonly name: string;
  readonly value: string;
  readonly fault?: unknown;
  readonly time?: unknown;
}

type Action = (place: FoundPlace, asked: Asked) => unknown;

export class PageActions {
  readonly #world: World;
  readonly #windows: ActivityWindows;
  readonly #forms = new Recent<string, OpenForm>();
  readonly #tabs = new Recent<string, LoadedCommands>();
  #count = 0;

  constructor(world: World, windows: ActivityWindows) {
    this.#world = world;
    this.#windows = windows;
  }

  createId(): string {
    return String(this.#count++);
  }

  loadCommands(tab: string, commands: readonly Command[]): void {
    this.#tabs.set(tab, new LoadedCommands(commands));
  }

  find({ application: id, guild, channel, player: name }: Where, tab = ""): FoundPlace {
    const world = this.#world;
    const player = name === undefined ? world.players.first : world.players.findOrAdd(name);
    const place = { application: world.application(id), guild, channel };
    return findPlace(world, player, place, this.#tabs.get(tab));
  }

  /** @throws Refusal 404 for an unknown path; ClientError for an action that the player or developer cannot take. */
  async run(path: string, asked: Asked): Promise<unknown> {
    const place = this.find(asked, asked.tab);
    const act = this.#byPath[path];
    if (!act) throw notFound();
    return (await act(place, asked)) ?? {};
  }

  readonly #byPath: Readonly<Record<string, Action>> = {
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
    "/play/again": async (place, asked) => {
      // The service never repeats an id or a token.
      const [id, token] = [createSnowflake(place.world.clock.now()), randomBytes(48).toString("base64url")];
      const payload = { ...findSent(place.application, asked.number), id, token };
      return this.#finish(asked, { place }, await runInteraction(place, payload));
    },
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
    "/play/join": (place, asked) => this.#openWindow(place, asked),
    "/play/decline": ({ player }, { activity }) => void this.#windows.invitations.take(player, activity),
    "/play/leave": ({ world, player }, { activity, opened = "" }) => {
      const window = this.#windows.find(opened);
      if (window) window.close();
      else world.activities.leave(activity, player.id);
    },
    "/play/answer": (_place, { opened, prompt, isAccepted, chosen }) => {
      const question = this.#findWindow(opened).prompts.find(prompt);
      if (isAccepted) question?.accept(chosen?.[0] === "" ? undefined : chosen?.[0]);
      else question?.deny();
    },
    "/play/set": (_place, asked) => this.#setControl(asked),
    "/play/fault": ({ world }, { fault }) => void world.faults.add(readPlainFault(fault)),
    "/play/no-faults": ({ world }) => world.faults.clear(),
    "/play/advance": ({ world }, { time }) => world.clock.advance(readDuration(time, "time")),
  };

  #finish(asked: Asked, { place, message }: Omit<OpenForm, "modal">, result: InvocationResult): Done {
    const { response, activityInstance } = result;
    if (activityInstance) return this.#launch(asked, place, activityInstance.id);
    if (response?.type !== CallbackType.Modal) return {};
    const id = this.createId();
    this.#forms.set(id, { place, message, modal: response.data });
    return { form: { id, ...seeForm(response.data, new Records(place)) } };
  }

  #launch(asked: Asked, place: FoundPlace, activity: string): Done {
    const { application } = this.find(asked);
    if (application === place.application) return this.#openWindow(place, { activity, opened: asked.opened });
    const note = `The Activity of ${place.application.name} runs: choose that application to join it.`;
    return { notes: [note] };
  }

  #openWindow(
    { world: { activities }, application, player }: FoundPlace,
    { activity, opened = "" }: Pick<Asked, "activity" | "opened">,
  ): Done {
    if (pageOf(application) === "") {
      activities.join(activities.mustFind(application.id, activity), player.id);
      return {};
    }
    const before = this.#windows.find(opened);
    if (before?.player.id === player.id && before.instance.instance_id === activity)
      return { window: opened };
    const window = this.#windows.open({ application, player, instanceId: activity });
    window.expectPage();
    before?.close();
    return { window: window.ticket };
  }

  /** A change of device needs a new window, because the page's URL contains the device. */
  #setControl({ opened, name, value }: Asked): Done {
    const window = this.#findWindow(opened);
    if (changeControl(window.controls, name, value)) return {};
    if (name !== "platform" || (value !== "desktop" && value !== "mobile")) throw notFound();
    const { application, player, instance, customId, referrerId } = window;
    const instanceId = instance.instance_id;
    const other = this.#windows.open({
      application,
      player,
      instanceId,
      customId,
      referrerId,
      platform: value,
    });
    other.expectPage();
    other.controls.orientation = value === "mobile" ? "portrait" : "landscape";
    window.close();
    return { window: other.ticket };
  }

  #findWindow(ticket = ""): ActivityWindow {
    const window = this.#windows.find(ticket);
    if (window) return window;
    const problem = "This window of the Activity is closed.";
    throw validationError("unknown_activity", problem, "Join or launch it again.");
  }
}

function setActivityUrl(application: EmulatorApplication, url: string): void {
  const { mappings = [], csp } = application.activity ?? {};
  const others = mappings.filter(({ prefix }) => prefix !== "/");
  const page = url === "" ? [] : [{ prefix: "/", target: url.replace(/^http:\/\//, "") }];
  const all = [...others, ...page];
  application.setActivity(all.length > 0 ? { mappings: all, csp } : undefined);
}

async function sendForged(application: EmulatorApplication, number: number): Promise<Done> {
  const { endpoint } = application;
  const sent = findSent(application, number);
  if (endpoint === undefined) throw unknownExchange(number);
  const status = statusOfReply(await postForged(application, endpoint, sent));
  if (status === 401) return { notes: ["The endpoint refused the wrong signature with 401, as it must."] };
  return {
    problem: {
      message: `The endpoint answered a wrong signature with ${status === undefined ? "nothing" : `status ${status}`}.`,
      hint: "It must check the signature before anything else, and answer 401 if it is wrong.",
    },
  };
}

function findSent({ exchanges }: EmulatorApplication, number: number): InteractionPayload {
  const exchange = exchanges.all.find((one) => one.number === number);
  if (!exchange || !isInteraction(exchange)) throw unknownExchange(number);
  return parseForeignJson(exchange.request.body) as InteractionPayload;
}

function unknownExchange(number: number) {
  return validationError(
    "unknown_interaction",
    `The request ${number} cannot be sent again: it is no longer kept, or is not an interaction.`,
    "Use the command once more.",
  );
}
