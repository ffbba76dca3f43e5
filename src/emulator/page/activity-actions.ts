import { validationError } from "../../core/errors.ts";
import { notFound } from "../base/refusal.ts";
import type { ActivityWindow } from "../activity/window.ts";
import type { ActivityWindows } from "../activity/windows.ts";
import type { FoundPlace } from "../player/place.ts";
import type { EmulatorApplication } from "../state/application.ts";
import type { Done } from "./model/view.ts";
import { changeControl, pageOf } from "./shown-activity.ts";

export interface AskedOfActivity {
  readonly activity: string;
  readonly opened?: string | undefined;
  readonly prompt: string;
  readonly isAccepted: boolean;
  readonly chosen?: readonly string[];
  readonly name: string;
  readonly value: string;
}

type ActivityAction = (windows: ActivityWindows, place: FoundPlace, asked: AskedOfActivity) => Done;

export const activityActions: Readonly<Record<string, ActivityAction>> = {
  "/play/join": openWindow,
  "/play/decline": ({ invitations }, { player }, { activity }) => {
    invitations.take(player, activity);
    return {};
  },
  "/play/leave": (windows, { world, player }, { activity, opened = "" }) => {
    const window = windows.find(opened);
    if (window) window.close();
    else world.activities.leave(activity, player.id);
    return {};
  },
  "/play/answer": (windows, _place, { opened, prompt, isAccepted, chosen }) => {
    const question = mustFind(windows, opened).prompts.find(prompt);
    if (isAccepted) question?.accept(chosen?.[0] === "" ? undefined : chosen?.[0]);
    else question?.deny();
    return {};
  },
  "/play/set": setControl,
};

export function openWindow(
  windows: ActivityWindows,
  { world: { activities }, application, player }: FoundPlace,
  { activity, opened = "" }: Pick<AskedOfActivity, "activity" | "opened">,
): Done {
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

/** A change of device needs a new window, because the page's URL contains the device. */
function setControl(
  windows: ActivityWindows,
  _place: FoundPlace,
  { opened, name, value }: AskedOfActivity,
): Done {
  const window = mustFind(windows, opened);
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

function mustFind(windows: ActivityWindows, ticket = ""): ActivityWindow {
  const window = windows.find(ticket);
  if (window) return window;
  throw validationError(
    "unknown_activity",
    "This window of the Activity is closed.",
    "Join or launch it again.",
  );
}

export function setActivityUrl(application: EmulatorApplication, url: string): void {
  const { mappings = [], csp } = application.activity ?? {};
  const others = mappings.filter(({ prefix }) => prefix !== "/");
  const page = url === "" ? [] : [{ prefix: "/", target: url.replace(/^http:\/\//, "") }];
  const all = [...others, ...page];
  application.setActivity(all.length > 0 ? { mappings: all, csp } : undefined);
}
