// Handles a player who closes the browser tab: the game offers a cancel button, and the sign-in eventually times out.
import { Client, isClientError } from "slashpass";
import { clientOptions, emulator } from "./setting.js";

const client = new Client({ ...clientOptions, openBrowser: () => undefined });
const cancelButton = new AbortController();

for (const [what, options] of Object.entries({
  "the player presses cancel": { signal: cancelButton.signal },
  "the player does not return": { timeoutMs: 3_000 },
})) {
  const attempt = client.Authorize(
    { scopes: "identify" },
    {
      ...options,
      onAuthorizeUrl: (url) => {
        showLink(url);
        if (options.signal) cancelButton.abort();
      },
    },
  );
  await attempt.catch((error) => {
    if (!isClientError(error)) throw error;
    console.log(`${what}: ${error.code}`);
  });
}
await client.close();
await emulator.close();

/** @param {string} url - show it to the player, who may want to open it in another browser; do not log it. */
function showLink(url) {
  console.log(`Open ${new URL(url).host} in your browser.`);
}
