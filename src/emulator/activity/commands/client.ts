import { randomUUID } from "node:crypto";
import { fields } from "../../../core/check/fields.ts";
import {
  flag,
  oneOf,
  optional,
  orNull,
  textOf,
  type Reader,
  wrongArgument,
  listOf,
  whole,
} from "../../../core/check/readers.ts";
import { orientationLocks } from "../../../wire/activity-rpc.ts";
import { createSnowflake, pushRecent } from "../../base/recent.ts";
import {
  type ActivityCall,
  type ActivityCommands,
  askPlayer,
  createCommand,
  createPlainCommand,
  type ActivityCommand,
} from "../command.ts";
import type { LogLine, OrientationLock, RichPresence } from "../report.ts";
import { RpcRefusal } from "../rpc.ts";

const readLogLine = fields<LogLine>({
  level: oneOf(["log", "warn", "debug", "info", "error"]),
  message: textOf({ least: 0 }),
});
const lock = oneOf(Object.values(orientationLocks));
const readLock = fields<OrientationLock>({
  lock_state: lock,
  picture_in_picture_lock_state: optional(orNull(lock)),
  grid_lock_state: optional(orNull(lock)),
});
const readConfig = fields({ use_interactive_pip: flag });
const readLink = fields({ url: textOf({ most: 8192 }) });

export const clientCommands: ActivityCommands = {
  CAPTURE_LOG: createCommand([], readLogLine, ({ window }, line) => pushRecent(window.report.logs, line)),
  ENCOURAGE_HW_ACCELERATION: createPlainCommand([], () => ({ enabled: true })),
  GET_PLATFORM_BEHAVIORS: createPlainCommand([], () => ({ iosKeyboardResizesView: true })),
  INITIATE_IMAGE_UPLOAD: createPlainCommand("any token", uploadImage),
  OPEN_EXTERNAL_LINK: createCommand([], readLink, async (call, { url }) => {
    if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
      throw new RpcRefusal("InvalidCommand", `Invalid URL: ${url.slice(0, 200)}`);
    return { opened: (await askPlayer(call, { kind: "external-link", url })).accepted };
  }),
  /** The emulator's proxy ignores tickets, so any value works. */
  REQUEST_PROXY_TICKET_REFRESH: createPlainCommand([], () => ({ ticket: randomUUID() })),
  SET_CONFIG: createCommand([], readConfig, ({ window }, config) => {
    window.report.hasInteractivePip = config.use_interactive_pip;
    return config;
  }),
  SET_ORIENTATION_LOCK_STATE: createCommand([], readLock, ({ window }, state) => {
    window.report.orientationLock = state;
  }),
  USER_SETTINGS_GET_LOCALE: createPlainCommand(["identify"], ({ window }) => ({
    locale: window.player.locale,
  })),
};

const smallPicture =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABh6FO1AAAAABJRU5ErkJggg==";

async function uploadImage(call: ActivityCall): Promise<object> {
  const { window, live } = call;
  const { accepted, choice = smallPicture } = await askPlayer(call, { kind: "image" });
  const [, type, data] = /^data:image\/(png|jpeg|gif|webp);base64,([\w+/]+={0,2})$/.exec(choice) ?? [];
  if (!accepted || type === undefined || data === undefined)
    throw new RpcRefusal("UnknownError", `${window.player.name} did not choose a picture.`);
  const content = new Blob([Buffer.from(data, "base64")]);
  const { clock, files } = live.world;
  const id = createSnowflake(clock.now());
  const filename = `image.${type}`;
  files.keep(id, { key: "0", filename, size: content.size, contentType: `image/${type}`, content });
  return { image_url: files.urlOf(window.instance.location.channel_id, id, filename) };
}

function some<T>(read: Reader<T>): Reader<T | undefined> {
  return (value, name) => optional(orNull(read))(value, name) ?? undefined;
}

const url: Reader<string> = (value, name) => {
  const text = textOf({ most: 256 })(value, name);
  if (URL.canParse(text)) return text;
  throw wrongArgument(name, value, "a URL");
};
const time = some(whole(0, Number.MAX_SAFE_INTEGER));
const name = some(textOf({ most: 256 }));
const id = some(textOf({ most: 128 }));
const line = some(textOf({ least: 2, most: 128 }));
const size: Reader<readonly number[]> = (value, label) => {
  const numbers = listOf(whole(1, 2 ** 31))(value, label);
  const [present = 0, most = 0] = numbers;
  if (numbers.length === 2 && present <= most) return numbers;
  throw wrongArgument(label, value, "two numbers: the current size and the maximum size");
};

/** The activity fields that an application can set (Discord documentation, Gateway Events, "Activity Object"). */
const readPresence = fields<RichPresence>({
  // 0 playing, 2 listening, 3 watching, 5 competing. Applications cannot set streaming (1) or custom (4).
  type: some(oneOf([0, 2, 3, 5])),
  state: line,
  state_url: some(url),
  details: line,
  details_url: some(url),
  timestamps: some(fields({ start: time, end: time })),
  assets: some(
    fields({
      large_image: name,
      large_text: line,
      large_url: some(url),
      small_image: name,
      small_text: line,
      small_url: some(url),
    }),
  ),
  party: some(fields({ id, size: some(size) })),
  secrets: some(fields({ join: id, match: id })),
  instance: some(flag),
});

const readArguments = fields({ activity: some(readPresence), pid: optional(whole(0, 2 ** 32)) });

export const setActivity: ActivityCommand = createCommand(
  ["rpc.activities.write"],
  readArguments,
  ({ window, live }, { activity }) => {
    window.report.status = activity;
    const { application } = window;
    return {
      name: application.name,
      type: 0,
      application_id: application.id,
      created_at: live.world.clock.now(),
      ...activity,
    };
  },
);
