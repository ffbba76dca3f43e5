import { fields } from "../../../core/check/fields.ts";
import {
  type Reader,
  wrongArgument,
  flag,
  listOf,
  oneOf,
  optional,
  orNull,
  textOf,
  whole,
} from "../../../core/check/readers.ts";
import { type ActivityCommand, createCommand } from "../command.ts";
import type { RichPresence } from "../report.ts";

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
  throw wrongArgument(label, value, "two numbers: how many there are, and how many there can be");
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
