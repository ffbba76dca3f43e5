// The launcher of a C++ game that uses Discord's own SDK. It signs the player in and stores the tokens. The game receives access
// tokens on its standard input, which other programs cannot read, unlike arguments and environment variables.
//   g++ -std=c++17 -pthread -o game examples/cpp-game/game.cpp && GAME=./game node examples/36-cpp-game.js
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { Client, isClientError, memoryTokenStore } from "slashpass";
import { startEmulator } from "slashpass/emulator";

// The emulator replaces Discord. For the real service: new Client({ applicationId }).
const emulator = await startEmulator();
const client = new Client({
  ...emulator.clientOptions(),
  openBrowser: emulator.player().browser(),
  store: memoryTokenStore(),
});
const session =
  (await client.restoreSession()) ??
  (await client.signIn({ scopes: Client.GetDefaultCommunicationScopes() }));
console.log(`Hello, ${session.player?.name}.`);

const game = spawn(process.env["GAME"] ?? "./game", [], { stdio: ["pipe", "pipe", "inherit"] });
// Ignores write errors, because the game may exit at any time.
game.stdin.on("error", () => undefined);
const say = (/** @type {string} */ line) => game.stdin.write(`${line}\n`);

/** The last token sent to the game. @type {string | undefined} */
let given;

/** @param {import("slashpass").AccessTokenOptions} [options] */
async function give(options) {
  try {
    const token = await session.accessToken(options);
    // A renewal also triggers the "renewed" event.
    if (token === given) return;
    given = token;
    say(`token ${Math.floor(Number(session.expiresAt ?? 0) / 1000)} ${token}`);
  } catch (error) {
    // If the session has ended, the "ended" event notifies the game. After any other error, the game keeps its token and requests
    // another later.
    console.error(isClientError(error) ? error.message : error);
  }
}

session.addEventListener("renewed", () => give());
session.addEventListener("ended", () => say("ended"));

/**
 * The game's requests. Only the launcher refreshes tokens, because each refresh token works once. @type {Record<string, () => unknown>}
 */
const answers = {
  // The SDK calls back shortly before the token expires, so a token valid for another hour must be new.
  renew: () => give({ minimumValiditySeconds: 3600 }),
  rejected: () => give({ rejected: given }),
};
createInterface({ input: game.stdout }).on("line", (line) => answers[line]?.());

await give();
await once(game, "close");
await client.close();
await emulator.close();
