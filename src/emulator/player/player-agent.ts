import { validationError } from "../../core/errors.ts";
import type { Choice } from "../../wire/command-option.ts";
import type { ActivityWindows } from "../activity/windows.ts";
import type { Invitation } from "../activity/invitations.ts";
import { type Browser, createBrowser } from "./browser.ts";
import { buy, type Control, findControl, type OpenForm, press, submit } from "./press.ts";
import {
  readActivity,
  readBrowserOptions,
  readChosen,
  readFormFields,
  readOptionValues,
  readTarget,
  readText,
  readMessageTarget,
  type BrowserOptions,
  type MessageTarget,
} from "./input.ts";
import { JoinedActivity } from "./joined-activity.ts";
import type { FormFields } from "./components.ts";
import type { OptionValues } from "./fill-options.ts";
import { resolveLocation, type ResolvedLocation, type PlayerLocation } from "./location.ts";
import { Records } from "./records.ts";
import type { InvocationResult } from "./interaction.ts";
import { seeForm, seeMessage } from "./see.ts";
import type { VisibleForm, VisibleMessage } from "./visible.ts";
import { requestSuggestions, use, useOn } from "./use.ts";
import type { PlayerPresence } from "../state/presences.ts";
import { readName } from "../state/guild-init.ts";
import { readUsername, type Player } from "../state/players.ts";
import type { World } from "../state/world.ts";
import type { ActivityInstance } from "../../wire/application.ts";
import type { EntitlementData } from "../../wire/monetization.ts";
import { CallbackType } from "../../wire/interaction-callback.ts";
import { type FollowedLink, readActivityLink } from "../../interactions/activity.ts";

/** An Activity, identified by its instance id or an object that contains it. @stable */
export type Activity = string | ActivityInstance | InvocationResult | JoinedActivity;

interface AgentParts {
  readonly world: World;
  readonly webBase: string;
  readonly windows: ActivityWindows;
}

/**
 * A scripted player with a chat client in one channel. It invokes commands, presses buttons, selects menu items, submits forms
 * and reads messages, but rejects actions that a real client would not allow.
 *
 * @stable
 */
export class PlayerAgent {
  readonly player: Player;
  readonly #webBase: string;
  readonly #windows: ActivityWindows;
  readonly #location: ResolvedLocation;
  #form: OpenForm | undefined;

  /** @internal */
  constructor({ world, webBase, windows }: AgentParts, player: Player, location: PlayerLocation) {
    this.#webBase = webBase;
    this.#windows = windows;
    this.player = player;
    this.#location = resolveLocation(world, player, location);
  }

  /**
   * Uses a slash command, or launches the Activity.
   *
   * @param command - the command as displayed to the player, such as `/match find`.
   * @param values - the option values, keyed by option name. For a choice, player, role or channel, pass its displayed name,
   *   value or id; for a file, a file name is enough.
   * @throws ClientError `unknown_command`, `command_unavailable`, `missing_option` and similar codes (ValidationError);
   *   `outdated_command` on the first attempt if a global command has changed since this chat client loaded it;
   *   `no_endpoint`, `bad_answer` (HTTPError), `endpoint_unreachable` (NetworkError).
   */
  async use(command: string, values: OptionValues = {}): Promise<InvocationResult> {
    const filled = readOptionValues(values, "values");
    return this.#openForm(await use(this.#location, readText(command, "command"), filled));
  }

  /**
   * Uses a context menu command on a player or message.
   *
   * @param target - the name, id or record of a player, or the id or record of a visible message.
   * @throws the errors thrown by {@link use}.
   */
  async useOn(
    target:
      | string
      | {
          readonly id: string;
        },
    command: string,
  ): Promise<InvocationResult> {
    const id = readTarget(target, "target");
    return this.#openForm(await useOn(this.#location, id, readText(command, "command")));
  }

  /**
   * Types text into an option. @returns the application's suggestions.
   *
   * @param values - The values of the other options.
   * @throws the errors thrown by {@link use}.
   */
  async type(
    command: string,
    option: string,
    text: string,
    values: OptionValues = {},
  ): Promise<readonly Choice[]> {
    const typing = {
      command: readText(command, "command"),
      option: readText(option, "option"),
      text: readText(text, "text"),
      values: readOptionValues(values, "values"),
    };
    return requestSuggestions(this.#location, typing);
  }

  /**
   * Presses a button in a message from any application.
   *
   * @param button - the button's label or `custom_id`.
   * @throws ClientError `unknown_button`, `disabled_component` (ValidationError); the errors thrown by {@link use}.
   */
  async press(button: string, where: MessageTarget = {}): Promise<InvocationResult> {
    return this.#operate({ name: readText(button, "button"), ...readMessageTarget(where, "where") });
  }

  /**
   * Presses a premium button and pays. The application receives the entitlement and subscription events. A guild SKU is bought
   * for the guild that the player is in.
   *
   * @param sku - The SKU's name or id.
   * @throws ClientError `unknown_button`, `disabled_component`, `unknown_guild` (ValidationError).
   */
  buy(sku: string, where: MessageTarget = {}): EntitlementData {
    return buy(this.#location, { name: readText(sku, "sku"), ...readMessageTarget(where, "where") });
  }

  /**
   * Selects items in a menu.
   *
   * @param menu - the menu's placeholder or `custom_id`.
   * @param chosen - labels or values, or the names or ids of players, roles or channels.
   * @throws ClientError `unknown_menu`, `unknown_choice`, `wrong_count` (ValidationError); the errors thrown by {@link use}.
   */
  async select(
    menu: string,
    chosen: string | readonly string[],
    where: MessageTarget = {},
  ): Promise<InvocationResult> {
    const values = readChosen(chosen, "chosen");
    return this.#operate({ name: readText(menu, "menu"), values, ...readMessageTarget(where, "where") });
  }

  /**
   * Submits the open form.
   *
   * @param fields - the values, keyed by label or `custom_id`. Omitted fields keep the application's values.
   * @throws ClientError such as `no_form` or `missing_field` (ValidationError); the errors thrown by {@link use}.
   */
  async submit(fields: FormFields = {}): Promise<InvocationResult> {
    const form = this.#form;
    if (!form) {
      throw validationError(
        "no_form",
        `No form is open for ${this.player.name}.`,
        "First, have the same agent use the command or component that opens the form.",
      );
    }
    const filled = readFormFields(fields, "fields");
    return this.#openForm(await submit(form, filled), form);
  }

  /**
   * Joins one of the application's running Activities in a new window.
   *
   * @param activity - the result of launching it, another player's window, an instance, or an instance id.
   * @throws ClientError `unknown_activity` (ValidationError) if the application has no such Activity or the Activity has ended.
   */
  join(activity: Activity): JoinedActivity {
    const { application, player } = this.#location;
    const instanceId = readActivity(activity, "activity");
    return new JoinedActivity(this.#windows.open({ application, player, instanceId }), this.#webBase);
  }

  /**
   * Opens a link created with `activityLink`: joins the Activity in the player's channel, or launches it. The page's query string
   * contains the link's `custom_id` and `referrer_id`.
   *
   * @throws ClientError `unknown_activity` (ValidationError) for any other link.
   */
  follow(link: string): JoinedActivity {
    const { application, player } = this.#location;
    const arrival = followLink(this.#location, readText(link, "link"));
    return new JoinedActivity(this.#windows.open({ application, player, ...arrival }), this.#webBase);
  }

  /**
   * Revokes the application's access. All of the player's tokens become invalid, and the application receives
   * `APPLICATION_DEAUTHORIZED`.
   *
   * @throws ClientError `not_authorized` (ValidationError) if the application has no access.
   */
  deauthorize(): void {
    const { world, player, application } = this.#location;
    if (world.storage.hasGrant(player.id, application.id))
      return world.deauthorize(player.id, application.id);
    throw validationError(
      "not_authorized",
      `${player.name} has not authorized ${JSON.stringify(application.name)}.`,
      "Sign the player in first, with the agent's browser().",
    );
  }

  /** Invitations from other players, oldest first. To accept one, call `join(instanceId)`. */
  get invitations(): readonly Invitation[] {
    return this.#windows.invitations.to(this.player);
  }

  /** The activities that friends see, latest game first. Games show them through the player's desktop client. @experimental */
  get presence(): readonly PlayerPresence[] {
    return this.#location.world.presences.of(this.player);
  }

  /** Makes two players friends. An unknown name creates an account. */
  befriend(name: string): void {
    this.#setFriend(name, true);
  }

  /** Ends a friendship with another player. */
  unfriend(name: string): void {
    this.#setFriend(name, false);
  }

  /**
   * Changes the account's username, but not its display name.
   *
   * @throws ClientError `invalid_argument` (ValidationError).
   */
  rename(username: string): void {
    this.#location.world.players.rename(this.player, readUsername(username, "username"));
  }

  /** Returns the visible messages as plain data, oldest first. */
  messages(): readonly VisibleMessage[] {
    const { world, channel, player } = this.#location;
    const records = new Records(this.#location);
    return world.history.in(channel.id, player.id).map((message) => seeMessage(message, records));
  }

  /** Returns the open form, or `undefined`. */
  form(): VisibleForm | undefined {
    return this.#form && seeForm(this.#form.modal, new Records(this.#form.location));
  }

  /** Returns a browser for `openBrowser` that completes the sign-in pages as the player. */
  browser(options: BrowserOptions = {}): Browser {
    const { answer = "accept" } = readBrowserOptions(options, "options");
    return createBrowser(this.#webBase, this.player.name, answer);
  }

  #setFriend(name: string, areFriends: boolean): void {
    const { friendships, players } = this.#location.world;
    friendships.set(this.player, players.findOrAdd(readName(name, "name")), areFriends);
  }

  async #operate(control: Control): Promise<InvocationResult> {
    const found = findControl(this.#location, control);
    return this.#openForm(await press(found, control.values), found);
  }

  #openForm(
    result: InvocationResult,
    from: Omit<OpenForm, "modal"> = { location: this.#location },
  ): InvocationResult {
    const { response } = result;
    this.#form = response?.type === CallbackType.Modal ? { ...from, modal: response.data } : undefined;
    return result;
  }
}

function followLink(
  { world, application, player, guild, channel }: ResolvedLocation,
  link: string,
): FollowedLink & { readonly instanceId: string } {
  const [, named] = /\/activities\/(\d+)(?:[?#]|$)/.exec(link) ?? [];
  if (named !== application.id || !application.activities) {
    throw validationError(
      "unknown_activity",
      `The link does not open an Activity of application ${application.id}.`,
      application.activities
        ? "Create the link with activityLink and this application's id."
        : "To enable Activities, set `activities: true` or an `activity`.",
    );
  }
  const { instance_id: instanceId } = world.activities.launch({
    applicationId: application.id,
    userId: player.id,
    channelId: channel.id,
    guildId: guild?.id,
  });
  return { instanceId, ...readActivityLink(link) };
}
