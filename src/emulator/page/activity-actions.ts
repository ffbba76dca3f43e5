import { validationError } from "../../core/errors.ts";
import { notFound } from "../base/refusal.ts";
import type { ActivityWindow } from "../activity/window.ts";
import type { ActivityWindows } from "../activity/windows.ts";
import type { FoundPlace } from "../player/place.ts";
import type { EmulatorApplication } from "../state/application.ts";
import type { World } from "../state/world.ts";
import type { Done } from "./model/view.ts";
import { changeControl, pageOf } from "./shown-activity.ts";

/** The fields of requests about Activities; each path uses its own. */
export interface AskedOfActivity {
  /** Id of the running Activity. */
  readonly activity: string;
  /** Ticket of the window that the tab has opened. The window may be closed. */
  readonly opened?: string;
  /** Id of a question; `isAccepted` and `chosen` are the player's answer. */
  readonly prompt: string;
  readonly isAccepted: boolean;
  readonly chosen?: readonly string[];
  /** The setting of the window that changes. */
  readonly name: string;
  readonly value: string;
}

/**
 * Applies an action of the player to an Activity.
 *
 * @returns undefined for another path.
 * @throws ClientError as `ActivityWindows.open`.
 */
export function actOnActivity(
  world: World,
  windows: ActivityWindows,
  {
    path,
    place,
    asked,
  }: { readonly path: string; readonly place: FoundPlace; readonly asked: AskedOfActivity },
): Done | undefined {
  const { activity, opened = "" } = asked;
  if (path === "/play/join") return openWindow(world, windows, { place, activity, opened });
  if (path === "/play/decline") return decline(windows, place, activity);
  if (path === "/play/leave") return leave(world, place, activity, windows.find(opened));
  if (path === "/play/answer") return answerPrompt(mustFind(windows, opened), asked);
  if (path === "/play/set") return setControl(windows, mustFind(windows, opened), asked);
  return undefined;
}

/** Opens a window instead of the previous one of the tab. A window of the same player and Activity stays. */
export function openWindow(
  { activities }: World,
  windows: ActivityWindows,
  {
    place,
    activity,
    opened = "",
  }: { readonly place: FoundPlace; readonly activity: string; readonly opened?: string | undefined },
): Done {
  const { application, player } = place;
  if (pageOf(application) === "") {
    activities.join(activities.mustFind(application.id, activity), player.id);
    return {};
  }
  const before = windows.find(opened);
  if (before?.player.id === player.id && before.instance.instance_id === activity) return { window: opened };
  const window = windows.open({ application, player, instanceId: activity });
  window.expectPage();
  before?.close();
  return { window: window.ticket };
}

function leave(
  { activities }: World,
  { player }: FoundPlace,
  activity: string,
  window: ActivityWindow | undefined,
): Done {
  if (window) window.close();
  else activities.leave(activity, player.id);
  return {};
}

function answerPrompt({ prompts }: ActivityWindow, { prompt, isAccepted, chosen }: AskedOfActivity): Done {
  const question = prompts.find(prompt);
  if (isAccepted) question?.accept(chosen?.[0] === "" ? undefined : chosen?.[0]);
  else question?.deny();
  return {};
}

function decline({ invitations }: ActivityWindows, { player }: FoundPlace, activity: string): Done {
  invitations.take(player, activity);
  return {};
}

/** Another device needs another window, because the address of the Activity's page names the device. */
function setControl(
  windows: ActivityWindows,
  window: ActivityWindow,
  { name, value }: AskedOfActivity,
): Done {
  if (changeControl(window.controls, name, value)) return {};
  if (name !== "platform" || (value !== "desktop" && value !== "mobile")) throw notFound();
  const { application, player, instance, customId, referrerId } = window;
  const instanceId = instance.instance_id;
  const other = windows.open({ application, player, instanceId, customId, referrerId, platform: value });
  other.expectPage();
  other.controls.orientation = value === "mobile" ? "portrait" : "landscape";
  window.close();
  return { window: other.ticket };
}

function mustFind(windows: ActivityWindows, ticket: string): ActivityWindow {
  const window = windows.find(ticket);
  if (window) return window;
  throw validationError(
    "unknown_activity",
    "This window of the Activity is closed.",
    "Join or launch it again.",
  );
}

/** Sets or removes the URL of the Activity's page; the other mappings stay. @throws ClientError as `setActivity`. */
export function setActivityUrl(application: EmulatorApplication, url: string): void {
  const { mappings = [], csp } = application.activity ?? {};
  const others = mappings.filter(({ prefix }) => prefix !== "/");
  const page = url === "" ? [] : [{ prefix: "/", target: url.replace(/^http:\/\//, "") }];
  const all = [...others, ...page];
  application.setActivity(all.length > 0 ? { mappings: all, csp } : undefined);
}
