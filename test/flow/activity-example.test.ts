import type { ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";
import type { FrameLocator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type Emulator,
  type JoinedActivity,
  type Place,
  type PromptAnswer,
  startEmulator,
} from "../../src/emulator/index.ts";
import { useChromium, type WatchedPage } from "../setup/browser.ts";
import { endProgram, startProgram } from "../setup/child-process.ts";
import { freePort } from "../setup/free-port.js";
import { needs } from "../setup/system-parts.ts";

const launch = { type: 4, name: "launch", description: "Wave together", handler: 2 };
let emulator: Emulator;
let example: ChildProcess;
let game: string;
/** What the server says of what it cannot do. */
let complaints = "";

/** How a player comes in. */
interface Visit {
  /** To the question whether the game may know who they are. */
  readonly answer?: PromptAnswer;
  /** Done to the browser's page before it loads. */
  readonly prepare?: (page: Page) => Promise<unknown>;
  /** Default: the page of the test before, without what it had. */
  readonly watched?: Promise<WatchedPage>;
}

/** Where a player has the Activity open. */
interface Window {
  readonly page: Page;
  readonly joined: JoinedActivity;
  readonly activity: FrameLocator;
  /** What the Activity's page was given for the code. */
  readonly token: () => Promise<string>;
}

/** The example as it is started for the real client: the application is there already. */
async function start(): Promise<void> {
  const port = await freePort();
  game = `http://127.0.0.1:${port}`;
  const activity = { mappings: [{ prefix: "/", target: `127.0.0.1:${port}` }] };
  const applications = [{ publicClient: false, activity, commands: [launch] }];
  emulator = await startEmulator({ world: { applications, guilds: [{ name: "The Arcade" }] } });
  const { application, apiBase } = emulator;
  example = startProgram(process.execPath, ["examples/activity/start.js"], {
    env: {
      ...process.env,
      SLASHPASS_APPLICATION_ID: application.id,
      SLASHPASS_CLIENT_SECRET: application.clientSecret,
      SLASHPASS_BOT_TOKEN: application.botToken,
      SLASHPASS_API_BASE: apiBase,
      PORT: String(port),
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  example.stderr?.setEncoding("utf8").on("data", (text: string) => (complaints += text));
  await listening(example);
}

/** Reads on after that: whoever prints into a closed pipe dies. */
function listening({ stdout }: ChildProcess): Promise<void> {
  const lines = createInterface({ input: stdout ?? expect.unreachable() });
  return new Promise((resolve, reject) => {
    lines.on("line", (line) => void (line.includes(game) && resolve()));
    lines.once("close", () => reject(new Error(`The example ended: ${complaints}`)));
  });
}

/** Starts it as the guide says: with an emulator of its own, which has a page for each player. */
async function pagesOfExample(): Promise<string[]> {
  const alone = startProgram(process.execPath, ["examples/activity/start.js"], {
    env: { ...process.env, SLASHPASS_APPLICATION_ID: "", PORT: "0" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const pages: string[] = [];
  try {
    for await (const line of createInterface({ input: alone.stdout ?? expect.unreachable() })) {
      const address = /http:\S+player=\S+/.exec(line)?.[0];
      if (address !== undefined) pages.push((await fetch(address)).headers.get("content-type") ?? "");
      if (line.startsWith("The game listens")) break;
    }
  } finally {
    await endProgram(alone);
  }
  return pages;
}

/** The Activity in a window of another site, as in the client: here what is shown is any answer of the emulator. */
const showFrame = (address: string): string =>
  `document.body.innerHTML = '<iframe src="${address}" style="width: 100%; height: 80vh"></iframe>'`;

describe("examples/activity", needs("Chromium", "whole programs"), () => {
  const browser = useChromium();
  beforeAll(start);
  afterAll(async () => {
    await endProgram(example);
    await emulator.close();
  });

  async function join(player: string, place: Place = {}, answer: PromptAnswer = "accept") {
    const agent = emulator.player(player, place);
    const joined = agent.join(await agent.use("launch"));
    joined.answer = answer;
    return joined;
  }

  /** Opens the Activity of the guild for a player, in a session of the browser's own unless told which. */
  async function open(
    player: string,
    { answer, prepare, watched = browser.emptiedPage() }: Visit = {},
  ): Promise<Window> {
    const { page } = await watched;
    await prepare?.(page);
    const joined = await join(player, { guild: "The Arcade" }, answer);
    const answered = page.waitForResponse("**/.proxy/api/session");
    // A page that is closed before it asked waits in vain.
    answered.catch(() => undefined);
    await page.goto(`${emulator.apiBase}/gateway`);
    await page.evaluate(showFrame(joined.url));
    const token = async () => ((await (await answered).json()) as { accessToken: string }).accessToken;
    return { page, joined, activity: page.frameLocator("iframe").frameLocator("iframe"), token };
  }

  /** Long waits cost nothing where all is well. */
  const shows = ({ activity }: Window, text: string) => activity.getByText(text).waitFor();
  const players = ({ activity }: Window) => activity.getByRole("listitem").allTextContents();
  /** Whose an access token is, by the service's own word. */
  async function playerOf(token: string): Promise<unknown> {
    const headers = { authorization: `Bearer ${token}` };
    const user = (await (await fetch(`${emulator.apiBase}/users/@me`, { headers })).json()) as {
      id: unknown;
    };
    return user.id;
  }

  it("shows two players each other, each with a token of their own, until one leaves; that one's cookie is good for nothing then", async () => {
    const ada = await open("Ada");
    await shows(ada, "You are Ada.");
    await shows(ada, "Ada has waved: 0");
    const grace = await open("Grace", { watched: browser.newPage() });
    for (const window of [ada, grace]) await shows(window, "Grace has waved: 0");
    expect(await players(grace)).toEqual(["Ada has waved: 0", "Grace has waved: 0"]);
    expect(grace.joined.instance).toEqual(ada.joined.instance);

    await grace.activity.getByRole("button", { name: "Wave" }).click();
    await shows(ada, "Grace has waved: 1");

    const tokens = [await ada.token(), await grace.token()];
    expect(await Promise.all(tokens.map(playerOf))).toEqual([ada.joined.player.id, grace.joined.player.id]);
    const kept = await grace.page.context().cookies();
    expect(kept).toMatchObject([
      { name: "session", httpOnly: true, secure: true, sameSite: "None", partitionKey: "http://127.0.0.1" },
    ]);

    grace.joined.leave();
    await expect.poll(() => players(ada)).toEqual(["Ada has waved: 0"]);
    const cookie = kept.map(({ name, value }) => `${name}=${value}`).join("; ");
    const answer = await fetch(`${game}/api/room`, { headers: { cookie } });
    expect([answer.status, await answer.json()]).toEqual([403, { error: "not_participant" }]);
    ada.joined.leave();
  });

  it("refuses one who is known, and only claims to be there", async () => {
    const ada = await open("Ada");
    const elsewhere = await join("Mallory");
    const { code } = await elsewhere.connect().command("AUTHORIZE", {
      client_id: emulator.application.id,
      response_type: "code",
      scope: ["identify"],
    });
    const claim = (body: object) =>
      fetch(`${game}/api/session`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      });
    const refused = await claim({ code, instanceId: ada.joined.instance.instance_id });
    expect([refused.status, await refused.json()]).toEqual([403, { error: "not_participant" }]);
    expect(refused.headers.get("set-cookie")).toBeNull();
    // The same code again, of a player who was refused; and none at all.
    expect((await claim({ code, instanceId: elsewhere.instance.instance_id })).status).toBe(401);
    expect((await claim({ instanceId: elsewhere.instance.instance_id })).status).toBe(400);
    expect((await fetch(`${game}/api/room`, { headers: { cookie: "session=made-up" } })).status).toBe(401);
    const form = { method: "POST", body: "{}", headers: { "content-type": "text/plain" } };
    expect((await fetch(`${game}/api/wave`, form)).status).toBe(415);
    for (const joined of [elsewhere, ada.joined]) joined.leave();
  });

  it("says in plain words that the player did not agree, and that the page was opened by its own address", async () => {
    const window = await open("Linus", { answer: "deny" });
    await shows(window, "You were not signed in");
    await window.page.goto(game);
    await window.page.getByText("the client opens it").waitFor();
  });

  it("says in plain words, in the page and its console, that the page is of another application", async () => {
    const printed: string[] = [];
    const prepare = async (page: Page) => {
      page.on("console", (message) => printed.push(message.text()));
      await page.route("**/enter.ts", async (route) => {
        const source = await (await fetch(`${game}/enter.ts`)).text();
        const body = source.replaceAll(emulator.application.id, "1234567890123456789");
        await route.fulfill({ contentType: "text/javascript", body });
      });
    };
    const window = await open("Linus", { prepare });
    await shows(window, "This page is of another application than the one that was launched.");
    expect(printed.join("\n")).toContain("[activity] This page is of another application");
  });

  it("says in plain words that the sign-in has ended", async () => {
    const prepare = (page: Page) =>
      page.route("**/.proxy/api/session", (route) => route.fulfill({ json: { accessToken: "over" } }));
    const window = await open("Linus", { prepare });
    await shows(window, "Your sign-in has ended.");
  });

  it("has a page for each of two players where nothing is set", async () => {
    expect(await pagesOfExample()).toEqual(Array.from({ length: 2 }, () => "text/html; charset=utf-8"));
  });

  it("complained of nothing that it should have been able to do", () => {
    expect(complaints).toBe("");
  });
});
