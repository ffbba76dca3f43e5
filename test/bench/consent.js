// From the start of a sign-in to tokens, by the question in the desktop client or in the browser. Needs `npm run build`.
import { createServer } from "node:http";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as oauth from "oauth4webapi";
import { Client, memoryTokenStore } from "slashpass";
import { startEmulator } from "slashpass/emulator";
import { inTurn, rowsOf } from "./frame/measure.js";

/** @typedef {import("slashpass/emulator").Emulator} Emulator */
/** @typedef {{ untilAsked: number, toTokens: number }} Times - in milliseconds */

/** @type {import("./frame/bench.ts").Bench} */
export const bench = {
  title: "Consent",
  about:
    "A sign-in by players who agree at once: in the browser, which comes back to a port of the game, and in the desktop client, over " +
    "its socket. The floor is the browser's way by hand: a bare listener and one `fetch`, with PKCE and state, and nothing checked or " +
    "stored. No other package asks the desktop client and falls back to the browser.",
  async run(pace) {
    const nowhere = mkdtempSync(join(tmpdir(), "slashpass-bench-"));
    const emulator = await startEmulator({ desktopClient: { answer: "accept" } });
    const there = emulator.desktopClient?.environment["XDG_RUNTIME_DIR"];
    /** @type {readonly { what: string, kind: import("./frame/bench.ts").Kind, run: () => Promise<Times> }[]} */
    const ways = [
      { what: "the browser, by hand", kind: "floor", run: () => byHand(emulator) },
      { what: "slashpass: the browser", kind: "ours", run: () => signIn(emulator, "browser", nowhere) },
      {
        what: "slashpass: the desktop client",
        kind: "ours",
        run: () => signIn(emulator, "desktop-client", there),
      },
      {
        what: "slashpass: auto, where no desktop client runs",
        kind: "ours",
        run: () => signIn(emulator, "auto", nowhere),
      },
    ];
    const rounds = pace.pick({ full: 60, quick: 10 });
    const rows = await inTurn(ways, { rounds, warmUp: 2 }, ({ run }) => run());
    await emulator.close();
    rmSync(nowhere, { recursive: true });
    return [
      {
        name: "consent-asked",
        title: "Until the player is asked",
        unit: "ms",
        rows: rowsOf(rows, ({ untilAsked }) => untilAsked),
        left:
          "Where no desktop client runs, `auto` looks at every place where one could be and goes on to the browser: that is the " +
          "difference between the last row and the browser's. The rest is the check of what was passed, and a listener on two " +
          "addresses instead of one.",
      },
      {
        name: "consent-tokens",
        title: "From the answer to the tokens",
        unit: "ms",
        rows: rowsOf(rows, ({ toTokens }) => toTokens),
        left:
          "The authorization server of the emulator, in the same process, and the player's way through its pages are most of it, " +
          "in the floor as well. Ours serves the player's page, checks the redirect and the answer, and stores the tokens.",
      },
    ];
  },
};

/**
 * @param {Emulator} emulator
 * @param {"browser" | "desktop-client" | "auto"} consent
 * @param {string | undefined} folder - where a desktop client is looked for, besides /tmp.
 * @returns {Promise<Times>}
 */
async function signIn(emulator, consent, folder) {
  for (const variable of ["XDG_RUNTIME_DIR", "TMPDIR", "TMP", "TEMP"]) process.env[variable] = folder;
  const { application, apiBase, webBase } = emulator;
  const client = new Client({
    applicationId: application.id,
    apiBase,
    webBase,
    store: memoryTokenStore(),
    openBrowser: emulator.player().browser(),
  });
  const start = performance.now();
  let asked = start;
  // As at the service itself: only an emulator is asked beforehand whether it would take the request.
  await client.signIn({
    scopes: "identify",
    consent,
    preflight: false,
    onConsent: () => (asked = performance.now()),
  });
  const end = performance.now();
  await client.close();
  return { untilAsked: asked - start, toTokens: end - asked };
}

/** @param {Emulator} emulator @returns {Promise<Times>} */
async function byHand(emulator) {
  const { application, apiBase, webBase } = emulator;
  const start = performance.now();
  const verifier = oauth.generateRandomCodeVerifier();
  const state = oauth.generateRandomState();
  const listener = createServer().listen(0, "127.0.0.1");
  await once(listener, "listening");
  const address = listener.address();
  const redirectUri = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/callback`;
  const url = new URL(`${webBase}/oauth2/authorize`);
  url.search = new URLSearchParams({
    client_id: application.id,
    response_type: "code",
    redirect_uri: redirectUri,
    scope: "identify",
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
  }).toString();
  const asked = performance.now();
  const back = once(listener, "request");
  const visit = emulator.player().browser()(url.href);
  const [request, response] = await back;
  response.end("You can close this window.");
  const answer = await fetch(`${apiBase}/oauth2/token`, {
    method: "POST",
    body: new URLSearchParams({
      grant_type: "authorization_code",
      code: new URL(request.url, redirectUri).searchParams.get("code") ?? "",
      redirect_uri: redirectUri,
      client_id: application.id,
      code_verifier: verifier,
    }),
  });
  if (!answer.ok) throw new Error(`The token endpoint answered ${answer.status}: ${await answer.text()}`);
  await answer.json();
  const end = performance.now();
  await visit;
  listener.close();
  listener.closeAllConnections();
  return { untilAsked: asked - start, toTokens: end - asked };
}
