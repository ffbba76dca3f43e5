import { validationError } from "../../core/errors.ts";
import { notFound } from "../base/refusal.ts";
import type { ActivityFrame } from "../activity/frame.ts";
import type { ActivityFrames } from "../activity/frames.ts";
import type { FoundPlace } from "../player/place.ts";
import type { EmulatorApplication } from "../state/application.ts";
import type { World } from "../state/world.ts";
import type { Done } from "./model/view.ts";
import { changeControl } from "./frame-controls.ts";
import { pageOf } from "./shown-activity.ts";

/** What the page's script asks for about Activities; each path needs its own part of it. */
export interface AskedOfActivity {
  /** What runs. */
  readonly activity: string;
  /** Ticket of the window that the tab has opened, which may be closed by now. */
  readonly opened?: string;
  /** A question that is shown, and what the player says. */
  readonly prompt: string;
  readonly isAccepted: boolean;
  readonly chosen?: readonly string[];
  /** What is set of the window. */
  readonly name: string;
  readonly value: string;
}

/**
 * Lets the player do something about an Activity.
 *
 * @returns undefined for a path that is not of this.
 * @throws ClientError as `ActivityFrames.open`.
 */
export function actOnActivity(
  world: World,
  frames: ActivityFrames,
  {
    path,
    place,
    asked,
  }: { readonly path: string; readonly place: FoundPlace; readonly asked: AskedOfActivity },
): Done | undefined {
  const { activity, opened = "" } = asked;
  if (path === "/play/join") return openFrame(world, frames, { place, activity, opened });
  if (path === "/play/decline") return decline(frames, place, activity);
  if (path === "/play/leave") return leave(world, place, activity, frames.find(opened));
  if (path === "/play/answer") return answerPrompt(mustFind(frames, opened), asked);
  if (path === "/play/set") return setControl(frames, mustFind(frames, opened), asked);
  return undefined;
}

/** Opens the window in the place of the one that the tab had; it stays where it shows the same already. */
export function openFrame(
  { activities }: World,
  frames: ActivityFrames,
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
  const before = frames.find(opened);
  if (before?.player.id === player.id && before.instance.instance_id === activity) return { frame: opened };
  const frame = frames.open({ application, player, instanceId: activity });
  frame.expectPage();
  before?.close();
  return { frame: frame.ticket };
}

function leave(
  { activities }: World,
  { player }: FoundPlace,
  activity: string,
  frame: ActivityFrame | undefined,
): Done {
  if (frame) frame.close();
  else activities.leave(activity, player.id);
  return {};
}

function answerPrompt({ prompts }: ActivityFrame, { prompt, isAccepted, chosen }: AskedOfActivity): Done {
  const question = prompts.find(prompt);
  if (isAccepted) question?.accept(chosen?.[0] === "" ? undefined : chosen?.[0]);
  else question?.deny();
  return {};
}

function decline({ invitations }: ActivityFrames, { player }: FoundPlace, activity: string): Done {
  invitations.take(player, activity);
  return {};
}

/** The device stands in the address of the Activity's page: another one is another window. */
function setControl(frames: ActivityFrames, frame: ActivityFrame, { name, value }: AskedOfActivity): Done {
  if (changeControl(frame.controls, name, value)) return {};
  if (name !== "platform" || (value !== "desktop" && value !== "mobile")) throw notFound();
  const { application, player, instance, customId, referrerId } = frame;
  const instanceId = instance.instance_id;
  const other = frames.open({ application, player, instanceId, customId, referrerId, platform: value });
  other.expectPage();
  other.controls.orientation = value === "mobile" ? "portrait" : "landscape";
  frame.close();
  return { frame: other.ticket };
}

function mustFind(frames: ActivityFrames, ticket: string): ActivityFrame {
  const frame = frames.find(ticket);
  if (frame) return frame;
  throw validationError(
    "unknown_activity",
    "This window of the Activity is closed.",
    "Join or launch it again.",
  );
}

/** Sets where the page of the Activity is, or that it is nowhere; the other mappings stay. @throws ClientError as `setActivity`. */
export function setActivityUrl(application: EmulatorApplication, url: string): void {
  const { mappings = [], csp } = application.activity ?? {};
  const others = mappings.filter(({ prefix }) => prefix !== "/");
  const page = url === "" ? [] : [{ prefix: "/", target: url.replace(/^http:\/\//, "") }];
  const all = [...others, ...page];
  application.setActivity(all.length > 0 ? { mappings: all, csp } : undefined);
}
