import { orientationLocks } from "../../wire/activity-rpc.ts";
import type { ActivityFrame } from "../activity/frame.ts";
import type { ActivityFrames } from "../activity/frames.ts";
import type { RecordedMessage } from "../activity/recorded-message.ts";
import type { FoundPlace } from "../player/place.ts";
import type { Players } from "../state/players.ts";
import type { ShownControl, ShownFrame, ShownParticipant } from "./model/activity-view.ts";
import { describeControls } from "./frame-controls.ts";
import { describePrompt } from "./shown-prompt.ts";

/** The windows in which the player has the application's Activity open. */
export function framesOf(
  frames: ActivityFrames,
  { application, player }: Pick<FoundPlace, "application" | "player">,
): readonly ActivityFrame[] {
  return frames.all.filter(
    (frame) => frame.application.id === application.id && frame.player.id === player.id,
  );
}

/** What a window is described with. */
interface FrameSurroundings {
  readonly frames: ActivityFrames;
  readonly players: Players;
  /** Of the Activity. */
  readonly activityOrigin: string;
}

/** A window as the page shows it. */
export function describeFrame(frame: ActivityFrame, surroundings: FrameSurroundings): ShownFrame {
  const { ticket, application, instance, platform, prompts, controls } = frame;
  return {
    ticket,
    activity: instance.instance_id,
    url: `${surroundings.activityOrigin}/.slashpass/host?ticket=${ticket}`,
    players: participantsOf(frame, surroundings),
    ...connectionOf(frame),
    controls: [describeDevice(platform), ...describeControls(controls)],
    layout: controls.layoutMode,
    platform,
    orientation: lockOf(frame) ?? controls.orientation,
    isLocked: lockOf(frame) !== undefined,
    prompts: prompts.entries.map(([id, question]) => describePrompt(application.name, id, question)),
  };
}

function participantsOf(
  { instance }: ActivityFrame,
  { frames, players }: FrameSurroundings,
): readonly ShownParticipant[] {
  const speaking = frames.of(instance.instance_id).filter(({ controls }) => controls.isSpeaking);
  return instance.users.map((id) => ({
    id,
    name: players.byId(id)?.name ?? id,
    isSpeaking: speaking.some(({ player }) => player.id === id),
  }));
}

/** The progress of the Activity: the last message that begins or ends its connection. */
function connectionOf({ messages, problems }: ActivityFrame): Pick<ShownFrame, "connection" | "problems"> {
  const known = problems.all.slice(-mostProblems).map(({ message, hint }) => ({ message, hint }));
  if (messages.length === 0) return { connection: "Waiting for the Activity's page", problems: known };
  const last = messages.findLast(isTurn);
  if (last?.title === "HANDSHAKE") return { connection: "Connecting", problems: known };
  if (last?.title !== "CLOSE") return { connection: "Connected", problems: known };
  const { code, message } = JSON.parse(last.body) as { readonly code: number; readonly message: string };
  const problem = { message: `The Activity was refused with close code ${code}.`, hint: message };
  return { connection: "Refused", problems: [problem, ...known] };
}

/** How many are shown beside the frame, the newest. */
const mostProblems = 5;

function isTurn({ from, title }: RecordedMessage): boolean {
  return from === "client" ? title === "READY" || title === "CLOSE" : title === "HANDSHAKE";
}

/** How the Activity wants to be held in its layout, whichever way the device is; undefined where it wants nothing. */
function lockOf({ controls, report }: ActivityFrame): ShownFrame["orientation"] | undefined {
  const { lock_state, picture_in_picture_lock_state, grid_lock_state } = report.orientationLock ?? {};
  const own = { focused: lock_state, pip: picture_in_picture_lock_state, grid: grid_lock_state };
  const lock = own[controls.layoutMode] ?? lock_state;
  if (lock === orientationLocks.portrait) return "portrait";
  return lock === orientationLocks.landscape ? "landscape" : undefined;
}

function describeDevice(platform: ActivityFrame["platform"]): ShownControl {
  const items = [
    { id: "desktop", name: "Desktop" },
    { id: "mobile", name: "Mobile" },
  ];
  return { name: "platform", label: "Device", value: platform, items };
}
