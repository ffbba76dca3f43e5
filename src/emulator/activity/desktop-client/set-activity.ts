import { countCharacters, isObject, type Reader } from "../../../core/check/readers.ts";
import {
  activityLimits as limits,
  activityTypes,
  partyPrivacies,
  type PresenceData,
  statusDisplayTypes,
} from "../../../wire/presence.ts";
import { type Fields, RpcRefusal } from "../rpc.ts";

/** The message is in the joi package's format (phin05/discord-rich-presence-plex#129). */
const refusal = (message: string): RpcRefusal => new RpcRefusal("InvalidPayload", message);

function readWithin<T>(place: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw refusal(`${place} fails because [${(error as RpcRefusal).message}]`);
  }
}

function optional(read: Reader<unknown>): Reader<unknown> {
  return (value, name) => (value === undefined ? undefined : read(value, name));
}

function when(isValid: (value: unknown) => boolean, problem: string): Reader<unknown> {
  return (value, name) => {
    if (value === undefined) throw refusal(`"${name}" is required`);
    if (isValid(value)) return value;
    throw refusal(`"${name}" ${problem}`);
  };
}

/** Ignores unknown fields, such as `instance` (as sent by `@xhayper/discord-rpc`). */
function object(children: Readonly<Record<string, Reader<unknown>>>): Reader<Record<string, unknown>> {
  const readObject = when(isObject, "must be an object");
  return (value, name) => {
    const given = readObject(value, name) as Record<string, unknown>;
    const read = ([key, child]: [string, Reader<unknown>]) =>
      [key, readWithin(`child "${key}"`, () => child(given[key], key))] as const;
    const known = Object.entries(children).map(read);
    return Object.fromEntries(known.filter(([, child]) => child !== undefined));
  };
}

function list(item: Reader<unknown>, most: number): Reader<unknown> {
  const readList = when(Array.isArray, "must be an array");
  return (value, name) => {
    const items = readList(value, name) as readonly unknown[];
    if (items.length > most) throw refusal(`"${name}" must contain less than or equal to ${most} items`);
    return items.map((one, at) => readWithin(`"${name}" at position ${at}`, () => item(one, String(at))));
  };
}

function text(least: number, most: number): Reader<unknown> {
  const readString = when((value) => typeof value === "string", "must be a string");
  return (value, name) => {
    const given = readString(value, name) as string;
    const length = countCharacters(given, most, least);
    if (length < least) throw refusal(`"${name}" length must be at least ${least} characters long`);
    if (length <= most) return given;
    throw refusal(`"${name}" length must be less than or equal to ${most} characters long`);
  };
}

function url(most: number): Reader<unknown> {
  const [readText, isWebUrl] = [text(1, most), (value: unknown) => /^https?:$/.test(protocolOf(value))];
  const readUrl = when(isWebUrl, "must be a valid uri");
  return (value, name) => readUrl(readText(value, name), name);
}

function protocolOf(value: unknown): string {
  return URL.canParse(String(value)) ? new URL(String(value)).protocol : "";
}

function oneOf(values: object): Reader<unknown> {
  const known: readonly unknown[] = Object.values(values);
  return optional(when((value) => known.includes(value), `must be one of [${known.join(", ")}]`));
}

const integer = when(Number.isSafeInteger, "must be an integer");

const time = optional((value, name) => {
  const given = integer(value, name) as number;
  return given < limits.earliestTimeMs ? given * 1000 : given;
});

function isPartySize(value: unknown): boolean {
  if (!Array.isArray(value) || value.length !== 2 || !value.every(Number.isSafeInteger)) return false;
  const [current, maximum] = value as [number, number];
  return current >= 1 && current <= maximum;
}

const line = optional(text(limits.shortestText, limits.text));
const image = optional(text(1, limits.image));
const link = optional(url(limits.url));
const buttonFields = object({ label: text(1, limits.buttonLabel), url: url(limits.buttonUrl) });

const readFields = object({
  type: oneOf(activityTypes),
  name: optional(text(1, limits.name)),
  details: line,
  details_url: link,
  state: line,
  state_url: link,
  status_display_type: oneOf(statusDisplayTypes),
  timestamps: optional(object({ start: time, end: time })),
  assets: optional(
    object({
      large_image: image,
      large_text: line,
      large_url: link,
      small_image: image,
      small_text: line,
      small_url: link,
    }),
  ),
  party: optional(
    object({
      id: optional(text(1, limits.partyId)),
      size: optional(when(isPartySize, "must contain the current and maximum size")),
      privacy: oneOf(partyPrivacies),
    }),
  ),
  secrets: optional(object({ join: optional(text(1, limits.secret)) })),
  buttons: optional(list(buttonFields, limits.buttons)),
});

export interface SetActivity {
  readonly pid: number;
  /** `undefined` removes the activity. */
  readonly activity: PresenceData | undefined;
}

/** @throws RpcRefusal 4000. The message contains no values. */
export function readSetActivity({ pid, activity }: Fields): SetActivity {
  return {
    pid: readWithin(`child "pid"`, () => integer(pid, "pid")) as number,
    activity: readWithin(`child "activity"`, () => readActivity(activity)),
  };
}

function readActivity(given: unknown): PresenceData | undefined {
  if (given === undefined || given === null) return undefined;
  const activity = readFields(given, "activity") as Partial<PresenceData>;
  const { secrets, ...others } = activity;
  // The client rejects an activity that has both buttons and secrets, even if the secrets are empty (JnCrMx/discord-game-sdk4j#69).
  if (secrets && others.buttons) throw refusal('"secrets" cannot currently be sent with buttons');
  return { type: activityTypes.playing, ...others, ...(secrets?.join !== undefined && { secrets }) };
}

/** The response to `SET_ACTIVITY` (JnCrMx/discord-game-sdk4j#69). */
export function describeActivity(
  activity: PresenceData | undefined,
  application: { readonly id: string; readonly name: string },
): object | null {
  if (!activity) return null;
  const { secrets: _secrets, buttons, ...shown } = activity;
  const links = buttons && {
    buttons: buttons.map(({ label }) => label),
    metadata: { button_urls: buttons.map((button) => button.url) },
  };
  return { name: application.name, ...shown, ...links, application_id: application.id };
}
