import { Refusal } from "../base/refusal.ts";

/** What the service has and the emulator leaves out, by the path below the API base. */
const absent: readonly (readonly [path: RegExp, what: string])[] = [
  [/^\/guilds\/[^/]+\/auto-moderation\/rules(?:\/|$)/, "automatic moderation"],
  [/^\/(?:applications|guilds)\/[^/]+\/emojis(?:\/|$)/, "emojis"],
  [/^\/guilds\/[^/]+\/messages\/search$/, "search"],
  [/^\/channels\/[^/]+\/(?:messages\/)?pins(?:\/|$)/, "pins"],
];

/** @throws Refusal for a path of something that the emulator leaves out. */
export function refuseAbsent(path: string): void {
  const [, what] = absent.find(([pattern]) => pattern.test(path)) ?? [];
  if (what !== undefined) throw absentResource(what);
}

/** The emulator's own refusal, in the service's form, but not to be mistaken for a wrong id. */
export function absentResource(what: string): Refusal {
  return new Refusal(
    404,
    0,
    `The emulator has no ${what}. A fault can answer in its place: emulator.faults.add({ path, answer: { status, body } }).`,
  );
}
