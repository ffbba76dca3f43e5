// The states of the pages that players see, for the screenshots in docs/pages.md and for tests. Each is opened in a browser.

/** @import { Emulator, startEmulator } from "slashpass/emulator" */
/** @import { Client } from "slashpass" */
/** @import { LookName, State } from "./pictures.js" */

/** @typedef {{ startEmulator: typeof startEmulator, Client: typeof Client }} Library - The build or the sources. */
/** @typedef {State<Stage>} PageState */
/**
 * @typedef {object} Redirect
 * @property {string} [title]
 * @property {string} [logo]
 * @property {{ background: string, accent?: string }} [colors]
 * @property {boolean} [atRealService]
 * @property {{ status: number, body: object }} [exchange] - The token endpoint's response. By default, the code is not exchanged.
 */

const game = { id: "1400000000000000001", name: "Lunar Rally" };
export const longName =
  "The Extraordinarily Long Chronicles of the Wandering Lighthouse Keepers: Anniversary Edition";
export const longPlayer = "Wolfeschlegelsteinhausenbergerdorff the Third of the Outer Islands";
const longGame = { id: "1400000000000000002", name: longName };
const desktopGame = { id: "1400000000000000003", name: "Tide Pool", publicClient: true };
const scopes = "openid identify guilds sdk.social_layer_presence";

/** An emulator and its clients. */
export class Stage {
  /** @type {(() => unknown)[]} */
  #ends = [];

  /**
   * @param {Library} library
   * @param {Emulator} emulator
   */
  constructor(library, emulator) {
    this.library = library;
    this.emulator = emulator;
  }

  /** @param {Library} library */
  static async create(library) {
    const emulator = await library.startEmulator({
      world: {
        applications: [game, longGame, desktopGame],
        // Fixed ids, from which the colors are derived.
        players: ["Ada", "Grace", "مريم", longPlayer].map((name, index) => ({
          id: `140000000000000002${index}`,
          name,
        })),
        guilds: [
          { id: "1400000000000000010", name: "Testers", owner: "Ada", channels: [] },
          { id: "1400000000000000011", name: "Speedrunners", owner: "Grace", channels: [] },
        ],
      },
    });
    return new Stage(library, emulator);
  }

  async close() {
    for (const end of this.#ends.splice(0)) await end();
    await this.emulator.close();
  }

  /**
   * Starts a sign-in and returns the redirect from the emulator or the real service, with the parameters in `answer`.
   *
   * @param {Readonly<Record<string, string>>} answer
   * @param {Redirect} [how]
   * @returns {Promise<string>}
   */
  async openCallback(answer, { title = game.name, logo, colors, atRealService = false, exchange } = {}) {
    const { apiBase, webBase } = this.emulator;
    const client = new this.library.Client({
      applicationId: game.id,
      ...(!atRealService && { apiBase, webBase }),
      openBrowser: () => undefined,
      page: { title, logo, colors },
      ...(exchange && {
        fetch: () => Promise.resolve(Response.json(exchange.body, { status: exchange.status })),
      }),
    });
    this.#ends.push(() => client.close());
    return new Promise((resolve, reject) => {
      const onAuthorizeUrl = (/** @type {string} */ url) => {
        const { searchParams } = new URL(url);
        const state = String(searchParams.get("state"));
        const query = new URLSearchParams({ state, ...answer });
        resolve(`${searchParams.get("redirect_uri")}?${query.toString()}`);
      };
      const authorized = client.Authorize({ scopes }, { onAuthorizeUrl });
      // Only the page matters, not the result.
      if (exchange) authorized.then((result) => exchangeCode(client, result)).catch(() => undefined);
      authorized.catch(reject);
    });
  }

  /** @param {Readonly<Record<string, string>>} [change] */
  authorizeUrl(change = {}) {
    const url = new URL("/oauth2/authorize", this.emulator.webBase);
    url.search = new URLSearchParams({
      client_id: game.id,
      response_type: "code",
      scope: scopes,
      state: "a-state",
      code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
      code_challenge_method: "S256",
      redirect_uri: "http://127.0.0.1:49152/callback",
      ...change,
    }).toString();
    return url.href;
  }

  /** Returns the URL at which a player authorizes a device. */
  async deviceUrl() {
    const { apiBase } = this.emulator;
    const body = new URLSearchParams({ client_id: game.id, scope: scopes });
    const answer = await fetch(`${apiBase}/oauth2/device/authorize`, { method: "POST", body });
    const { verification_uri_complete: url } = /** @type {Record<string, unknown>} */ (await answer.json());
    return String(url);
  }
}

/**
 * @param {Client} client
 * @param {Awaited<ReturnType<Client["Authorize"]>>} result
 */
function exchangeCode(client, { code, codeVerifier, redirectUri }) {
  return client.GetToken(game.id, code, codeVerifier?.Verifier() ?? "", redirectUri);
}

/**
 * @param {string} name
 * @param {string} about
 * @param {readonly LookName[]} looks
 * @param {Readonly<Record<string, string>>} answer
 * @param {Redirect} [how]
 * @returns {PageState}
 */
function callback(name, about, looks, answer, how) {
  const open = /** @type {PageState["open"]} */ (
    async (page, stage) => page.goto(await stage.openCallback(answer, how))
  );
  return { name: `callback-${name}`, about, looks, open };
}

/**
 * @param {Readonly<Record<string, string>>} change
 * @param {string} player
 * @returns {PageState["open"]}
 */
function signIn(change, player) {
  return async (page, stage) => {
    await page.goto(stage.authorizeUrl(change));
    await page.getByRole("button", { name: player, exact: true }).click();
    await page.getByRole("button", { name: "Authorize" }).waitFor();
  };
}

/** @param {string} path @returns {PageState["open"]} */
function visit(path) {
  return (page, stage) => page.goto(stage.emulator.webBase + path);
}

const code = { code: "c" };
const declined = { error: "access_denied" };
const failed = { error: "invalid_scope" };
const real = { atRealService: true };
const granted = { status: 200, body: { access_token: "an-access-token", token_type: "Bearer" } };
const signedIn = { ...real, exchange: granted };
const refused = { status: 400, body: { error: "invalid_grant" } };
const moon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><circle cx="32" cy="32" r="28" fill="#f5d76e"/>
<circle cx="24" cy="26" r="6" fill="#d9b84a"/><circle cx="42" cy="40" r="4" fill="#d9b84a"/></svg>`;
/** The style used in examples/game. */
const ownLook = {
  ...real,
  logo: `data:image/svg+xml;base64,${Buffer.from(moon).toString("base64")}`,
  colors: { accent: "#f5d76e", background: "#1b1f3b" },
};

/** @type {readonly LookName[]} */
const allLooks = ["phone", "television", "dark", "arabic"];
/** The game's own background is the same in light and dark mode. @type {readonly LookName[]} */
const onBackground = ["phone", "television", "arabic"];

const old = { code: "c", state: "of-an-older-tab" };
export const callbackStates = [
  callback("signed-in", "Signed in.", [...allLooks, "hebrew", "persian", "urdu"], code, signedIn),
  callback("returned", "The token exchange takes longer than three seconds.", allLooks, code, real),
  callback("declined", "The player declined.", allLooks, declined, real),
  callback("failed", "The service rejected the request.", allLooks, failed, real),
  callback("failed-exchange", "The token exchange failed.", [], code, { ...real, exchange: refused }),
  callback("stale", "A redirect from an old tab.", allLooks, old, real),
  callback("signed-in-background", "Signed in, with a logo and a custom background.", onBackground, code, {
    ...ownLook,
    exchange: granted,
  }),
  callback(
    "returned-background",
    "Custom background: the token exchange takes a long time.",
    onBackground,
    code,
    ownLook,
  ),
  callback("declined-background", "Custom background: the player declined.", onBackground, declined, ownLook),
  callback(
    "failed-background",
    "Custom background: the service rejected the request.",
    onBackground,
    failed,
    ownLook,
  ),
  callback("stale-background", "Custom background: a redirect from an old tab.", onBackground, old, ownLook),
  callback(
    "failed-for-developers",
    "The cause and fix, shown with the emulator.",
    ["phone", "dark", "arabic"],
    {
      ...failed,
      error_description: "The requested scope is invalid.",
    },
  ),
  callback("long-name", "A long name.", ["phone"], code, { ...signedIn, title: longName }),
];

/** @type {readonly PageState[]} */
export const emulatorStates = [
  {
    name: "sign-in",
    about: "Choosing a player.",
    looks: ["phone", "television", "dark"],
    open: (page, stage) => page.goto(stage.authorizeUrl()),
  },
  {
    name: "consent",
    about: "Consent with scopes, player and redirect URI.",
    looks: ["phone", "television", "dark"],
    open: signIn({}, "Ada"),
  },
  {
    name: "consent-long-names",
    about: "Consent with long names and a custom scheme.",
    looks: ["phone"],
    open: signIn(
      { client_id: longGame.id, redirect_uri: `discord-${longGame.id}:/authorize/callback` },
      longPlayer,
    ),
  },
  {
    name: "redirect-error",
    about: "A wrong redirect URI and the registered URIs.",
    looks: ["phone", "dark"],
    open: (page, stage) =>
      page.goto(stage.authorizeUrl({ redirect_uri: "http://127.0.0.1:49152/oauth/callback" })),
  },
  { name: "out-of-date", about: "An expired sign-in.", open: visit("/sign-in/unknown") },
  { name: "device-code", about: "Entering a device code.", looks: ["phone"], open: visit("/activate") },
  {
    name: "device-confirm",
    about: "Confirming the device.",
    looks: ["dark"],
    open: async (page, stage) => page.goto(await stage.deviceUrl()),
  },
  {
    name: "install",
    about: "Adding the application to a guild.",
    looks: ["dark"],
    open: visit(`/oauth2/authorize?client_id=${game.id}&scope=applications.commands+bot`),
  },
];
