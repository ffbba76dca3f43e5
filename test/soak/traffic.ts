import { createBrowser } from "../../src/emulator/player/browser.ts";
import type { PlayingGame } from "./playing-game.ts";
import { type Answer, ask, type OutgoingRequest, bearer, withForm, withJson } from "./requests.ts";

export interface Target {
  readonly apiBase: string;
  readonly webBase: string;
  readonly id: string;
  readonly botToken: string;
  readonly clientSecret: string;
}

export interface Round {
  readonly requests: number;
  readonly run: (turn: number) => Promise<void>;
}

/** More players than the emulator keeps. */
const players = 5_000;
const guilds = 3_000;

/** The traffic that games, bots and players cause, in rounds of HTTP requests. */
export class Traffic {
  readonly #target: Target;
  readonly #game: PlayingGame;

  constructor(target: Target, game: PlayingGame) {
    this.#target = target;
    this.#game = game;
  }

  /** Registers the command and sets the game's endpoint. */
  async prepare(): Promise<void> {
    const { verify_key: publicKey } = await this.#ask("/applications/@me", this.#bot());
    this.#game.publicKey = String(publicKey);
    await this.#ask(this.#commandsPath(), { ...this.#bot("POST", play), status: 201 });
    await this.#onPage("/play/endpoint", { url: this.#game.url });
  }

  /** Executed in order, repeatedly. */
  get rounds(): readonly Round[] {
    const playing = { requests: 6, run: (turn: number) => this.#playCommand(turn) };
    return [
      { requests: 11, run: (turn) => this.#signIn(turn) },
      playing,
      playing,
      playing,
      { requests: 5, run: (turn) => this.#manageCommands(turn) },
      { requests: 3, run: () => this.#actForItself() },
      { requests: 3, run: () => this.#askWrongly() },
    ];
  }

  /** A player signs in. The game fetches the user, refreshes the tokens and, in every other round, revokes them. */
  async #signIn(turn: number): Promise<void> {
    const { id, webBase } = this.#target;
    const redirect_uri = `${this.#game.url}/callback`;
    const state = `sign-in-${turn}`;
    const outgoing = { client_id: id, response_type: "code", scope: "openid identify", state, redirect_uri };
    const code = this.#game.secretOf(state);
    const visit = createBrowser(webBase, `Player ${turn % players}`, "accept");
    await visit(`${webBase}/oauth2/authorize?${new URLSearchParams(outgoing).toString()}`);
    const tokens = await this.#token({ grant_type: "authorization_code", code: await code, redirect_uri });
    await this.#ask("/users/@me", bearer(tokens["access_token"]));
    const refresh_token = String(tokens["refresh_token"]);
    const renewed = await this.#token({ grant_type: "refresh_token", refresh_token });
    if (turn % 2 === 0) await this.#token({ token: String(renewed["access_token"]) }, "/oauth2/token/revoke");
    else await this.#ask("/users/@me", bearer(renewed["access_token"]));
  }

  /** A player uses a command. The game answers later, sends a follow-up, and deletes it. */
  async #playCommand(turn: number): Promise<void> {
    const value = `play-${turn}`;
    const secret = this.#game.secretOf(value);
    const used = { player: `Player ${turn % players}`, command: "play", values: { what: value } };
    const { problem } = await this.#onPage("/play/use", used);
    if (problem !== undefined) throw new Error(`The command was not used: ${JSON.stringify(problem)}`);
    const webhook = `/webhooks/${this.#target.id}/${await secret}`;
    await this.#ask(`${webhook}/messages/@original`, withJson("PATCH", long));
    const { id } = await this.#ask(webhook, withJson("POST", { content: "more" }));
    await this.#ask(`${webhook}/messages/${String(id)}`, {});
    await this.#ask(webhook, withJson("POST", { content: "and more", components: [button] }));
    await this.#ask(`${webhook}/messages/${String(id)}`, { method: "DELETE", status: 204 });
  }

  async #manageCommands(turn: number): Promise<void> {
    const path = this.#commandsPath(`/guilds/${900_000 + (turn % guilds)}`);
    const [one] = (await this.#ask(path, this.#bot("PUT", commands))) as unknown as { id: string }[];
    await this.#ask(`${path}?with_localizations=true`, this.#bot());
    await this.#ask(`${path}/${one?.id}`, this.#bot("PATCH", { description: `Changed in ${turn}` }));
    await this.#ask(`${path}/${one?.id}`, this.#bot());
    await this.#ask(path, this.#bot("PUT", commands.slice(1)));
  }

  async #actForItself(): Promise<void> {
    const scope = "applications.commands.update";
    const { access_token: token } = await this.#token({ grant_type: "client_credentials", scope });
    await this.#ask(this.#commandsPath(), bearer(token));
    await this.#ask("/applications/@me", this.#bot());
  }

  async #askWrongly(): Promise<void> {
    await this.#ask("/users/@me", { status: 401 });
    await this.#ask(this.#commandsPath(), { ...this.#bot("POST", { name: "LOUD" }), status: 400 });
    await this.#ask("/webhooks/5/nobody", { ...withJson("POST", { content: "x" }), status: 404 });
  }

  #commandsPath(guild = ""): string {
    return `/applications/${this.#target.id}${guild}/commands`;
  }

  #bot(method = "GET", body?: unknown): OutgoingRequest {
    const headers = { authorization: `Bot ${this.#target.botToken}` };
    return body === undefined ? { headers } : withJson(method, body, headers);
  }

  #token(fields: Readonly<Record<string, string>>, path = "/oauth2/token"): Promise<Answer> {
    const { id, clientSecret } = this.#target;
    return this.#ask(path, withForm({ client_id: id, client_secret: clientSecret, ...fields }));
  }

  #onPage(path: string, body: object): Promise<Answer> {
    return ask(`${this.#target.webBase}${path}`, withJson("POST", body));
  }

  #ask(path: string, outgoing: OutgoingRequest): Promise<Answer> {
    return ask(`${this.#target.apiBase}${path}`, outgoing);
  }
}

const long = { content: "x".repeat(200), embeds: [{ title: "Reef", description: "y".repeat(500) }] };
const button = { type: 1, components: [{ type: 2, style: 1, label: "Again", custom_id: "again" }] };
const play = {
  name: "play",
  description: "Plays",
  options: [{ type: 3, name: "what", description: "What to play" }],
};
const commands = Array.from({ length: 5 }, (_, index) => ({
  name: `command-${index}`,
  description: "A command of a guild",
  options: [{ type: 3, name: "text", description: "What to say" }],
}));
