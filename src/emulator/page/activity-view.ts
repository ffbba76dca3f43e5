import { parseForeignJson } from "../../core/request/response.ts";
import { type ActivityWindows, hostAddress } from "../activity/windows.ts";
import type { ResolvedLocation } from "../player/location.ts";
import type { EmulatorApplication } from "../state/application.ts";
import type { World } from "../state/world.ts";
import type {
  ActivityView,
  InvitationView,
  ControlView,
  WindowView,
  ParticipantView,
  Named,
  PromptView,
} from "./model/view.ts";
import { orientationLocks, layoutModes, orientations, thermalStates } from "../../wire/activity-rpc.ts";
import type { ActivityWindow } from "../activity/window.ts";
import type { RecordedMessage } from "../activity/report.ts";
import type { RefusalData } from "../activity/rpc.ts";
import type { Players } from "../state/players.ts";
import type { FrameControls } from "../activity/controls.ts";
import type { ActivityInstance } from "../../wire/application.ts";
import type { ActivityQuestion } from "../activity/prompts.ts";
import { scopeTexts } from "../oauth/scopes.ts";

const displayedActivities = 3;

export function describeActivities({
  world,
  application,
  player,
}: ResolvedLocation): readonly ActivityView[] {
  const newest = world.activities.of(application.id).toReversed().slice(0, displayedActivities);
  return newest.map((instance) => ({
    id: instance.instance_id,
    where: whereOf(world, instance),
    players: instance.users.map((user) => world.players.byId(user)?.name ?? user),
    isJoined: instance.users.includes(player.id),
  }));
}

function whereOf({ channels, guilds }: World, { location }: ActivityInstance): string {
  const guild = guilds.byId(location.guild_id ?? "");
  if (!guild) return "direct messages";
  return `#${channels.byId(location.channel_id)?.name ?? location.channel_id} of ${guild.name}`;
}

export function describeInvitations(
  { invitations }: ActivityWindows,
  { world, player }: ResolvedLocation,
): readonly InvitationView[] {
  const open = invitations
    .to(player)
    .filter(({ applicationId, instanceId }) => world.activities.find(applicationId, instanceId));
  const newest = new Map(open.map((invitation) => [invitation.instanceId, invitation]));
  return [...newest.values()].map(({ applicationId, instanceId, from, content }) => ({
    activity: instanceId,
    application: { id: applicationId, name: world.application(applicationId)?.name ?? applicationId },
    from: from.name,
    text: content,
  }));
}

export function describeStatus(windows: ActivityWindows, playerId: string): string {
  const window = windows.all.findLast(({ player, report }) => player.id === playerId && report.status);
  if (!window) return "";
  const { type = 0, details, state } = window.report.status ?? {};
  const lines = [details, state].filter((line) => line !== undefined).join(", ");
  return `${verbs[type] ?? "Playing"} ${window.application.name}${lines === "" ? "" : `: ${lines}`}`;
}

/** See Discord documentation, Gateway Events, "Activity Types". */
const verbs: Readonly<Record<number, string>> = { 2: "Listening to", 3: "Watching", 5: "Competing in" };

export function pageOf({ activity }: Pick<EmulatorApplication, "activity">): string {
  return activity?.mappings.find(({ prefix }) => prefix === "/")?.target ?? "";
}

interface WindowSurroundings {
  readonly windows: ActivityWindows;
  readonly players: Players;
  readonly webBase: string;
}

export function describeWindow(window: ActivityWindow, surroundings: WindowSurroundings): WindowView {
  const { ticket, application, instance, platform, prompts, controls } = window;
  return {
    ticket,
    activity: instance.instance_id,
    url: hostAddress(window, surroundings.webBase),
    players: participantsOf(window, surroundings),
    ...connectionOf(window),
    controls: [
      { name: "platform", label: "Device", value: platform, items: devices },
      ...describeControls(controls),
    ],
    layout: controls.layoutMode,
    platform,
    orientation: lockOf(window) ?? controls.orientation,
    isLocked: lockOf(window) !== undefined,
    prompts: prompts.entries.map(([id, question]) => describePrompt(application.name, id, question)),
  };
}

function participantsOf(
  { instance }: ActivityWindow,
  { windows, players }: WindowSurroundings,
): readonly ParticipantView[] {
  const speaking = windows.of(instance.instance_id).filter(({ controls }) => controls.isSpeaking);
  return instance.users.map((id) => ({
    id,
    name: players.byId(id)?.name ?? id,
    isSpeaking: speaking.some(({ player }) => player.id === id),
  }));
}

function connectionOf({ messages, problems }: ActivityWindow): Pick<WindowView, "connection" | "problems"> {
  const known = problems.all.slice(-mostProblems).map(({ message, hint }) => ({ message, hint }));
  if (messages.length === 0) return { connection: "Waiting for the Activity's page", problems: known };
  const last = messages.findLast(isTurn);
  if (last?.title === "HANDSHAKE") return { connection: "Connecting", problems: known };
  if (last?.title !== "CLOSE") return { connection: "Connected", problems: known };
  const { code, message } = parseForeignJson(last.body) as RefusalData;
  const problem = { message: `The Activity was rejected with close code ${code}.`, hint: message };
  return { connection: "Refused", problems: [problem, ...known] };
}

const mostProblems = 5;

function isTurn({ from, title }: RecordedMessage): boolean {
  return from === "client" ? title === "READY" || title === "CLOSE" : title === "HANDSHAKE";
}

function lockOf({ controls, report }: ActivityWindow): WindowView["orientation"] | undefined {
  const { lock_state, picture_in_picture_lock_state, grid_lock_state } = report.orientationLock ?? {};
  const own = { focused: lock_state, pip: picture_in_picture_lock_state, grid: grid_lock_state };
  const lock = own[controls.layoutMode] ?? lock_state;
  if (lock === orientationLocks.portrait) return "portrait";
  return lock === orientationLocks.landscape ? "landscape" : undefined;
}

const devices = itemsOf({ desktop: 1, mobile: 2 });

type ControlName = "layoutMode" | "orientation" | "thermalState" | "isSpeaking" | "isMuted" | "isDeafened";

const displayedControls: readonly (Pick<ControlView, "label" | "items"> & { readonly name: ControlName })[] =
  [
    { name: "layoutMode", label: "Layout", items: itemsOf(layoutModes, { pip: "Picture in picture" }) },
    { name: "orientation", label: "Orientation", items: itemsOf(orientations) },
    { name: "thermalState", label: "Temperature", items: itemsOf(thermalStates) },
    { name: "isSpeaking", label: "You", items: flagItems("Silent", "Speaking") },
    { name: "isMuted", label: "Microphone", items: flagItems("On", "Off") },
    { name: "isDeafened", label: "Sound", items: flagItems("On", "Off") },
  ];

export function describeControls(controls: FrameControls): readonly ControlView[] {
  return displayedControls.map((control) => ({ ...control, value: String(controls[control.name]) }));
}

/** @returns `false` if the name is unknown. @throws ClientError `invalid_argument` (ValidationError). */
export function changeControl(controls: FrameControls, name: string, value: string): boolean {
  const control = displayedControls.find((one) => one.name === name);
  if (!control) return false;
  const isFlag = typeof controls[control.name] === "boolean";
  Object.assign(controls, { [name]: isFlag ? value === "true" : value });
  return true;
}

function itemsOf(values: object, names: Readonly<Record<string, string>> = {}): readonly Named[] {
  return Object.keys(values).map((id) => ({ id, name: names[id] ?? id[0]?.toUpperCase() + id.slice(1) }));
}

function flagItems(off: string, on: string): readonly Named[] {
  return [
    { id: "false", name: off },
    { id: "true", name: on },
  ];
}

type Kind = ActivityQuestion["kind"];
type Description = Omit<PromptView, "id">;

export function describePrompt(name: string, id: string, question: ActivityQuestion): PromptView {
  const describe = descriptions[question.kind] as (question: ActivityQuestion, name: string) => Description;
  return { id, ...describe(question, name) };
}

const descriptions: {
  readonly [Of in Kind]: (question: Extract<ActivityQuestion, { kind: Of }>, name: string) => Description;
} = {
  consent: ({ scopes }, name) => ({
    title: `${name} wants to`,
    lines: scopes.map((scope) => ({ text: scopeTexts[scope] ?? "", code: scope })),
    accept: "Authorize",
    deny: "Cancel",
  }),
  "external-link": ({ url }, name) => ({
    title: `${name} wants to open an address in your browser`,
    lines: [{ text: "", code: url }],
    accept: "Open it",
    deny: "Stay here",
    link: url,
  }),
  invite: ({ players }, name) => ({
    title: `Invite a player to ${name}`,
    lines: players.length > 0 ? [] : [{ text: "There are no other players. Add one to the emulator." }],
    accept: players.length > 0 ? "Invite" : "Skip",
    deny: "Close",
    choice: players.length > 0 ? { label: "Player", items: players.map(namedAs) } : undefined,
  }),
  "share-link": ({ message, customId, players }, name) => ({
    title: `Share a link to ${name}`,
    lines: [{ text: message, code: customId }],
    accept: "Share",
    deny: "Close",
    choice: { label: "With", items: [nobody, ...players.map(namedAs)] },
  }),
  "share-moment": ({ mediaUrl }, name) => ({
    title: `${name} wants to share a moment in this channel`,
    lines: [{ text: "", code: mediaUrl }],
    accept: "Share",
    deny: "Close",
  }),
  "share-interaction": ({ command, content }) => ({
    title: `Share ${command} in this channel`,
    lines: content === "" ? [] : [{ text: content }],
    accept: "Share",
    deny: "Close",
  }),
  purchase: ({ sku: { name: item, price } }, name) => ({
    title: `Buy ${item} from ${name}`,
    lines: [
      ...(price ? [{ text: "Price", code: priceOf(price) }] : []),
      { text: "This is the emulator, so you are not charged." },
    ],
    accept: "Buy",
    deny: "Cancel",
  }),
  image: (_question, name) => ({
    title: `Upload a picture to ${name}`,
    lines: [{ text: "If you choose no file, a small image is uploaded." }],
    accept: "Upload",
    deny: "Cancel",
    hasFile: true,
  }),
};

/** The empty id means that no player was chosen. */
const nobody: Named = { id: "", name: "Just copy the link" };

function namedAs(name: string): Named {
  return { id: name, name };
}

function priceOf({ amount, currency }: { readonly amount: number; readonly currency: string }): string {
  const format = new Intl.NumberFormat("en", { style: "currency", currency });
  const { maximumFractionDigits: digits = 2 } = format.resolvedOptions();
  return format.format(amount / 10 ** digits);
}
