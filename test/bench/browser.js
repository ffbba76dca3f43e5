// The player's browser, in a process of its own as on the player's machine: what it does is no work of the game's.
import { once } from "node:events";
import { get } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { now } from "./frame/measure.js";

/** Milliseconds that the player takes. */
const playerMs = Number(process.argv[2] ?? 0);

let seen = Promise.resolve(0);
process.on("message", async (/** @type {string} */ message) => {
  if (message === "when?") process.send?.(await seen);
  else seen = comeBack(message);
});
process.on("disconnect", () => process.exit(0));

/**
 * Comes back with a code, and follows the redirect. Not with `fetch`, which marks its requests as a script's.
 * @param {string} callback
 * @returns when it asked for the first page, as soon as it has seen the last
 */
async function comeBack(callback) {
  if (playerMs > 0) await sleep(playerMs);
  const asked = now();
  for (let next = callback; next !== "";) {
    const [answer] = await once(get(next), "response");
    await once(answer.resume(), "end");
    next = answer.headers.location ?? "";
  }
  return asked;
}
