// The pages that players see, each in its states, opened as a browser gets there: for the pictures of docs/pages.md and for the
// tests that look at every page.

/** @import { Page } from "playwright-core" */
/** @import { Emulator, startEmulator } from "slashpass/emulator" */
/** @import { Client } from "slashpass" */

/** @typedef {{ startEmulator: typeof startEmulator, Client: typeof Client }} Library - built, or from its sources */
/**
 * @typedef {object} WayBack
 * @property {string} [title]
 * @property {string} [logo]
 * @property {{ background: string, accent?: string }} [colors]
 * @property {boolean} [atRealService]
 * @property {{ status: number, body: object }} [exchange] - the answer of the token endpoint; without it the code is not exchanged
 */
/**
 * @typedef {object} PageState
 * @property {string} name - of its pictures
 * @property {string} about - a sentence below them
 * @property {(page: Page, stage: Stage) => Promise<unknown>} open
 */

const game = { id: "1400000000000000001", name: "Lunar Rally" };
const longGame = {
  id: "1400000000000000002",
  name: "The Extraordinarily Long Chronicles of the Wandering Lighthouse Keepers: Anniversary Edition",
};
const longPlayer = "Wolfeschlegelsteinhausenbergerdorff the Third of the Outer Islands";
const desktopGame = { id: "1400000000000000003", name: "Tide Pool", publicClient: true };
const scopes = "openid identify guilds sdk.social_layer_presence";

/** The emulator and the clients that the pages belong to. */
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
        // Their colours are made from their ids.
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
   * Where a player is sent who comes back from the emulator, or from the real service, with what it says.
   *
   * @param {Readonly<Record<string, string>>} answer
   * @param {WayBack} [how]
   * @returns {Promise<string>}
   */
  async wayBack(answer, { title = game.name, logo, colors, atRealService = false, exchange } = {}) {
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
      // What becomes of the sign-in is not what is looked at.
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

  /** The address at which a player lets a device in. */
  async deviceUrl() {
    const { apiBase } = this.emulator;
    const body = new URLSearchParams({ client_id: game.id, scope: scopes });
    const answer = await fetch(`${apiBase}/oauth2/device/authorize`, { method: "POST", body });
    const { verification_uri_complete: url } = /** @type {Record<string, unknown>} */ (await answer.json());
    return String(url);
  }

  /** @param {string} path */
  url(path) {
    return this.emulator.webBase + path;
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
 * @param {Readonly<Record<string, string>>} answer
 * @param {WayBack} [how]
 * @returns {PageState["open"]}
 */
function comeBack(answer, how) {
  return async (page, stage) => page.goto(await stage.wayBack(answer, how));
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

const real = { atRealService: true };
const granted = { status: 200, body: { access_token: "an-access-token", token_type: "Bearer" } };
const refused = { status: 400, body: { error: "invalid_grant" } };
const moon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><circle cx="32" cy="32" r="28" fill="#f5d76e"/>
<circle cx="24" cy="26" r="6" fill="#d9b84a"/><circle cx="42" cy="40" r="4" fill="#d9b84a"/></svg>`;
/** As examples/game has it. */
const ownLook = {
  ...real,
  logo: `data:image/svg+xml;base64,${Buffer.from(moon).toString("base64")}`,
  colors: { accent: "#f5d76e", background: "#1b1f3b" },
};

/** @type {readonly PageState[]} */
export const callbackStates = [
  {
    name: "callback-signed-in",
    about: "Signed in.",
    open: comeBack({ code: "c" }, { ...real, exchange: granted }),
  },
  {
    name: "callback-returned",
    about: "The token exchange takes longer than three seconds.",
    open: comeBack({ code: "c" }, real),
  },
  {
    name: "callback-declined",
    about: "The player declined.",
    open: comeBack({ error: "access_denied" }, real),
  },
  {
    name: "callback-failed",
    about: "The service rejected the request.",
    open: comeBack({ error: "invalid_scope" }, real),
  },
  {
    name: "callback-failed-exchange",
    about: "The token exchange failed.",
    open: comeBack({ code: "c" }, { ...real, exchange: refused }),
  },
  {
    name: "callback-stale",
    about: "The redirect of an old tab.",
    open: comeBack({ code: "c", state: "of-an-older-tab" }, real),
  },
  {
    name: "callback-signed-in-background",
    about: "Signed in, with a logo and a custom background.",
    open: comeBack({ code: "c" }, { ...ownLook, exchange: granted }),
  },
  {
    name: "callback-returned-background",
    about: "Custom background: the token exchange takes long.",
    open: comeBack({ code: "c" }, ownLook),
  },
  {
    name: "callback-declined-background",
    about: "Custom background: the player declined.",
    open: comeBack({ error: "access_denied" }, ownLook),
  },
  {
    name: "callback-failed-background",
    about: "Custom background: the service rejected the request.",
    open: comeBack({ error: "invalid_scope" }, ownLook),
  },
  {
    name: "callback-stale-background",
    about: "Custom background: the redirect of an old tab.",
    open: comeBack({ code: "c", state: "of-an-older-tab" }, ownLook),
  },
  {
    name: "callback-failed-for-developers",
    about: "With the emulator: cause and remedy for developers.",
    open: comeBack({ error: "invalid_scope", error_description: "The requested scope is invalid." }),
  },
  {
    name: "callback-long-name",
    about: "A long name.",
    open: comeBack({ code: "c" }, { ...real, title: longGame.name, exchange: granted }),
  },
];

/** @type {readonly PageState[]} */
export const emulatorStates = [
  {
    name: "sign-in",
    about: "Choosing a player.",
    open: (page, stage) => page.goto(stage.authorizeUrl()),
  },
  {
    name: "consent",
    about: "Consent: scopes, player and redirect URI.",
    open: signIn({}, "Ada"),
  },
  {
    name: "consent-long-names",
    about: "Consent with long names and a custom scheme.",
    open: signIn(
      { client_id: longGame.id, redirect_uri: `discord-${longGame.id}:/authorize/callback` },
      longPlayer,
    ),
  },
  {
    name: "redirect-error",
    about: "A wrong redirect URI and the registered ones.",
    open: (page, stage) =>
      page.goto(stage.authorizeUrl({ redirect_uri: "http://127.0.0.1:49152/oauth/callback" })),
  },
  {
    name: "out-of-date",
    about: "An expired sign-in.",
    open: (page, stage) => page.goto(stage.url("/sign-in/unknown")),
  },
  {
    name: "device-code",
    about: "Entering a device code.",
    open: (page, stage) => page.goto(stage.url("/activate")),
  },
  {
    name: "device-confirm",
    about: "Confirming the device.",
    open: async (page, stage) => page.goto(await stage.deviceUrl()),
  },
  {
    name: "install",
    about: "Adding the application to a guild.",
    open: (page, stage) =>
      page.goto(stage.url(`/oauth2/authorize?client_id=${game.id}&scope=applications.commands+bot`)),
  },
];
