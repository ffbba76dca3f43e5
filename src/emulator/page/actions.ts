import { randomBytes } from "node:crypto";
import { validationError } from "../../core/errors.ts";
import { parseForeignJson } from "../../core/request/response.ts";
import type { Command } from "../../wire/command.ts";
import type { InteractionPayload } from "../../wire/interaction.ts";
import { CallbackType } from "../../wire/interaction-callback.ts";
import type { ActivityWindow, WindowInit } from "../activity/window.ts";
import type { ActivityWindows } from "../activity/windows.ts";
import { readDuration, readPlainFault } from "../base/fault.ts";
import { createSnowflake, Recent } from "../base/recent.ts";
import { notFound } from "../base/refusal.ts";
import { postForged, statusOfReply } from "../outbound/signed-post.ts";
import type { FormFields } from "../player/components.ts";
import { type InvocationResult, runInteraction } from "../player/interaction.ts";
import { resolveLocation, type ResolvedLocation } from "../player/location.ts";
import { findControl, type OpenForm, press, submit } from "../player/press.ts";
import { Records } from "../player/records.ts";
import { seeForm } from "../player/see.ts";
import { LoadedCommands } from "../player/loaded-commands.ts";
import { requestSuggestions, type Typing, use, useOn } from "../player/use.ts";
import type { EmulatorApplication } from "../state/application.ts";
import type { World } from "../state/world.ts";
import type { Done } from "./model/view.ts";
import { changeControl, pageOf } from "./activity-view.ts";
import { isInteraction } from "./exchange-view.ts";

export type Where = Readonly<
  Partial<Record<"application" | "guild" | "channel" | "player", string | undefined>>
>;

export interface PageRequest extends Where, Typing {
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
  readonly opened?: string | undefined;
  readonly prompt: string;
  readonly isAccepted: boolean;
  readonly name: string;
  readonly value: string;
  readonly fault?: unknown;
  readonly time?: unknown;
}

type Action = (location: ResolvedLocation, request: PageRequest) => unknown;

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

  find({ application: id, guild, channel, player: name }: Where, tab = ""): ResolvedLocation {
    const world = this.#world;
    const player = name === undefined ? world.players.first : world.players.findOrAdd(name);
    const location = { application: world.application(id), guild, channel };
    return resolveLocation(world, player, location, this.#tabs.get(tab));
  }

  async run(path: string, request: PageRequest): Promise<unknown> {
    const location = this.find(request, request.tab);
    const act = this.#byPath[path];
    if (!act) throw notFound();
    return (await act(location, request)) ?? {};
  }

  readonly #byPath: Readonly<Record<string, Action>> = {
    "/play/use": async (location, request) => {
      const { command, target, values } = request;
      const used = target === undefined ? use(location, command, values) : useOn(location, target, command);
      return this.#finish(request, { location }, await used);
    },
    "/play/suggest": async (location, request) => ({ choices: await requestSuggestions(location, request) }),
    "/play/press": async (location, request) => {
      const control = { name: request.customId, message: request.message, values: request.chosen };
      const found = findControl(location, control);
      return this.#finish(request, found, await press(found, request.chosen));
    },
    "/play/submit": async (_location, request) => {
      const form = this.#forms.get(request.form);
      if (!form) throw notFound();
      return this.#finish(request, form, await submit(form, request.fields));
    },
    "/play/again": async (location, request) => {
      // The service never reuses an id or a token.
      const [id, token] = [
        createSnowflake(location.world.clock.now()),
        randomBytes(48).toString("base64url"),
      ];
      const payload = { ...findSent(location.application, request.number), id, token };
      return this.#finish(request, { location }, await runInteraction(location, payload));
    },
    "/play/forged": ({ application }, { number }) => sendForged(application, number),
    "/play/endpoint": async ({ application }, { url }) => {
      await application.setInteractionsEndpoint(url);
      return { notes: [`The endpoint responds. Interactions now go to ${url}`] };
    },
    "/play/activity": ({ application }, { url }) => {
      setActivityUrl(application, url);
      const now = url === "" ? "The Activity no longer has a URL." : `The Activity is now at ${url}`;
      return { notes: [now] };
    },
    "/play/join": (location, request) => this.#openWindow(location, request),
    "/play/decline": ({ player }, { activity }) => void this.#windows.invitations.take(player, activity),
    "/play/leave": ({ world, player }, { activity, opened = "" }) => {
      const window = this.#windows.find(opened);
      if (window) window.close();
      else world.activities.leave(activity, player.id);
    },
    "/play/answer": (_location, { opened, prompt, isAccepted, chosen }) => {
      const question = this.#findWindow(opened).prompts.find(prompt);
      if (isAccepted) question?.accept(chosen?.[0] === "" ? undefined : chosen?.[0]);
      else question?.deny();
    },
    "/play/set": (_location, request) => this.#setControl(request),
    "/play/fault": ({ world }, { fault }) => void world.faults.add(readPlainFault(fault)),
    "/play/no-faults": ({ world }) => world.faults.clear(),
    "/play/advance": ({ world }, { time }) => world.clock.advance(readDuration(time, "time")),
  };

  #finish(
    request: PageRequest,
    { location, message }: Omit<OpenForm, "modal">,
    result: InvocationResult,
  ): Done {
    const { response, activityInstance } = result;
    if (activityInstance) return this.#launch(request, location, activityInstance.id);
    if (response?.type !== CallbackType.Modal) return {};
    const id = this.createId();
    this.#forms.set(id, { location, message, modal: response.data });
    return { form: { id, ...seeForm(response.data, new Records(location)) } };
  }

  #launch(request: PageRequest, location: ResolvedLocation, activity: string): Done {
    const { application } = this.find(request);
    if (application === location.application)
      return this.#openWindow(location, { activity, opened: request.opened });
    const note = `The running Activity belongs to ${location.application.name}: choose that application to join it.`;
    return { notes: [note] };
  }

  #openWindow(
    { world: { activities }, application, player }: ResolvedLocation,
    { activity, opened = "" }: Pick<PageRequest, "activity" | "opened">,
  ): Done {
    if (pageOf(application) === "") {
      activities.join(activities.findOrThrow(application.id, activity), player.id);
      return {};
    }
    const before = this.#windows.find(opened);
    if (before?.player.id === player.id && before.instance.instance_id === activity)
      return { window: opened };
    const window = this.#replaceWindow(before, { application, player, instanceId: activity });
    return { window: window.ticket };
  }

  /** The page's URL contains the device, so changing the device requires a new window. */
  #setControl({ opened, name, value }: PageRequest): Done {
    const window = this.#findWindow(opened);
    if (changeControl(window.controls, name, value)) return {};
    if (name !== "platform" || (value !== "desktop" && value !== "mobile")) throw notFound();
    const { application, player, instance, customId, referrerId } = window;
    const ids = { instanceId: instance.instance_id, customId, referrerId };
    const other = this.#replaceWindow(window, { application, player, ...ids, platform: value });
    other.controls.orientation = value === "mobile" ? "portrait" : "landscape";
    return { window: other.ticket };
  }

  #replaceWindow(before: ActivityWindow | undefined, init: WindowInit): ActivityWindow {
    const window = this.#windows.open(init);
    window.expectPage();
    before?.close();
    return window;
  }

  #findWindow(ticket = ""): ActivityWindow {
    const window = this.#windows.find(ticket);
    if (window) return window;
    const problem = "This Activity window is closed.";
    throw validationError("unknown_activity", problem, "Join or launch it again.");
  }
}

function setActivityUrl(application: EmulatorApplication, url: string): void {
  const { mappings = [], csp } = application.activity ?? {};
  const rest = mappings.filter(({ prefix }) => prefix !== "/");
  const page = url === "" ? [] : [{ prefix: "/", target: url.replace(/^http:\/\//, "") }];
  const all = [...rest, ...page];
  application.setActivity(all.length > 0 ? { mappings: all, csp } : undefined);
}

async function sendForged(application: EmulatorApplication, number: number): Promise<Done> {
  const { endpoint } = application;
  const sent = findSent(application, number);
  if (endpoint === undefined) throw unknownExchange(number);
  const status = statusOfReply(await postForged(application, endpoint, sent));
  if (status === 401) return { notes: ["The endpoint correctly rejected the wrong signature with 401."] };
  return {
    problem: {
      message:
        status === undefined
          ? "The endpoint did not respond to a wrong signature."
          : `The endpoint responded to a wrong signature with status ${status}.`,
      hint: "The endpoint must check the signature first and respond with 401 if it is wrong.",
    },
  };
}

function findSent({ exchanges }: EmulatorApplication, number: number): InteractionPayload {
  const exchange = exchanges.all.find((entry) => entry.number === number);
  if (!exchange || !isInteraction(exchange)) throw unknownExchange(number);
  return parseForeignJson(exchange.request.body) as InteractionPayload;
}

function unknownExchange(number: number) {
  return validationError(
    "unknown_interaction",
    `Request ${number} cannot be sent again, because it is no longer stored or is not an interaction.`,
    "Use the command again.",
  );
}
