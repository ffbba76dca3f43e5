// The player's browser, in its own process as on a player's machine, so its work is not measured.
import { once } from "node:events";
import { get } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { now } from "./frame/measure.js";

/** How long the player stays on the page, in milliseconds. */
const playerMs = Number(process.argv[2] ?? 0);

let chain = Promise.resolve(0);
process.on("message", async (/** @type {string} */ message) => {
  if (message === "when?") process.send?.(await chain);
  else chain = comeBack(message);
});
process.on("disconnect", () => process.exit(0));

/**
 * Follows the callback and its redirects. Does not use `fetch`, which marks its requests as coming from a script.
 *
 * @param {string} callback
 * @returns The time at which the first request was sent. Resolves after the last response.
 */
async function comeBack(callback) {
  if (playerMs > 0) await sleep(playerMs);
  const startedAt = now();
  for (let next = callback; next !== "";) {
    const [answer] = await once(get(next), "response");
    await once(answer.resume(), "end");
    next = answer.headers.location ?? "";
  }
  return startedAt;
}
