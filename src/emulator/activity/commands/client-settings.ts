import { randomUUID } from "node:crypto";
import { fields } from "../../../core/check/fields.ts";
import { asItIs, flag, oneOf, optional, orNull, textOf } from "../../../core/check/readers.ts";
import { orientationLocks } from "../../../wire/activity-rpc.ts";
import { pushRecent } from "../../base/recent.ts";
import { type ActivityCommand, createCommand } from "../command.ts";
import type { LogLine, OrientationLock } from "../report.ts";

const nothing = asItIs<unknown>();

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
const readConfig = fields<{ use_interactive_pip: boolean }>({ use_interactive_pip: flag });

/** Keeps what the Activity wrote to its console, which the SDK hands over. */
export const captureLog: ActivityCommand = createCommand(readLogLine, ({ frame }, line) => {
  pushRecent(frame.report.logs, line);
});

/** Hardware acceleration is on: there is nothing to encourage. */
export const encourageHardwareAcceleration: ActivityCommand = createCommand(nothing, () => ({
  enabled: true,
}));

export const getPlatformBehaviors: ActivityCommand = createCommand(nothing, () => ({
  iosKeyboardResizesView: true,
}));

export const setConfig: ActivityCommand = createCommand(readConfig, ({ frame }, config) => {
  frame.report.hasInteractivePip = config.use_interactive_pip;
  return config;
});

export const setOrientationLockState: ActivityCommand = createCommand(readLock, ({ frame }, state) => {
  frame.report.orientationLock = state;
});

export const getLocale: ActivityCommand = createCommand(
  nothing,
  ({ frame }) => ({ locale: frame.player.locale }),
  ["identify"],
);

/** The emulator's proxy wants no ticket: it is a new one each time, and opens nothing. */
export const refreshProxyTicket: ActivityCommand = createCommand(nothing, () => ({ ticket: randomUUID() }));
