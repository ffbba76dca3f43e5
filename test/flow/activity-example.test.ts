import type { ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";
import type { FrameLocator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type Emulator,
  type JoinedActivity,
  type PlayerLocation,
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
let complaints = "";

interface Visit {
  readonly answer?: PromptAnswer;
  /** Called with the page before it loads. */
  readonly prepare?: (page: Page) => Promise<unknown>;
  /** Default: the previous test's page, which is emptied first. */
  readonly watched?: Promise<WatchedPage>;
}

/** An open Activity, as one player sees it. */
interface Window {
  readonly page: Page;
  readonly joined: JoinedActivity;
  readonly activity: FrameLocator;
  readonly token: () => Promise<string>;
}

/** Starts the example for an existing application, as a developer would for the real client. */
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

/** Keeps reading after startup, because writing to a closed pipe would crash the process. */
function listening({ stdout }: ChildProcess): Promise<void> {
  const lines = createInterface({ input: stdout ?? expect.unreachable() });
  return new Promise((resolve, reject) => {
    lines.on("line", (line) => void (line.includes(game) && resolve()));
    lines.once("close", () => reject(new Error(`The example ended: ${complaints}`)));
  });
}

/** Starts the example as in the guide, with its own emulator. Returns each player's page URL. */
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

/** Shows the Activity in a cross-site frame, as the client does. Any emulator response can serve as the surrounding page. */
const showFrame = (address: string): string =>
  `document.body.innerHTML = '<iframe src="${address}" style="width: 100%; height: 80vh"></iframe>'`;

describe("examples/activity", needs("Chromium"), () => {
  const browser = useChromium();
  beforeAll(start);
  afterAll(async () => {
    await endProgram(example);
    await emulator.close();
  });

  async function join(player: string, location: PlayerLocation = {}, answer: PromptAnswer = "accept") {
    const agent = emulator.player(player, location);
    const joined = agent.join(await agent.use("launch"));
    joined.answer = answer;
    return joined;
  }

  async function open(
    player: string,
    { answer, prepare, watched = browser.emptiedPage() }: Visit = {},
  ): Promise<Window> {
    const { page } = await watched;
    await prepare?.(page);
    const joined = await join(player, { guild: "The Arcade" }, answer);
    const answered = page.waitForResponse("**/.proxy/api/session");
    // Avoids an unhandled rejection if the page is closed before it sends the request.
    answered.catch(() => undefined);
    await page.goto(`${emulator.apiBase}/gateway`);
    await page.evaluate(showFrame(joined.url));
    const token = async () => ((await (await answered).json()) as { accessToken: string }).accessToken;
    return { page, joined, activity: page.frameLocator("iframe").frameLocator("iframe"), token };
  }

  const shows = ({ activity }: Window, text: string) => activity.getByText(text).waitFor();
  const players = ({ activity }: Window) => activity.getByRole("listitem").allTextContents();
  /** Returns the token owner's id, as reported by the service. */
  async function playerOf(token: string): Promise<unknown> {
    const headers = { authorization: `Bearer ${token}` };
    const user = (await (await fetch(`${emulator.apiBase}/users/@me`, { headers })).json()) as {
      id: unknown;
    };
    return user.id;
  }

  it("shows two players to each other until one leaves, then rejects that player's cookie", async () => {
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
    const stored = await grace.page.context().cookies();
    expect(stored).toMatchObject([
      { name: "session", httpOnly: true, secure: true, sameSite: "None", partitionKey: "http://127.0.0.1" },
    ]);

    grace.joined.leave();
    await expect.poll(() => players(ada)).toEqual(["Ada has waved: 0"]);
    const cookie = stored.map(({ name, value }) => `${name}=${value}`).join("; ");
    const answer = await fetch(`${game}/api/room`, { headers: { cookie } });
    expect([answer.status, await answer.json()]).toEqual([403, { error: "not_participant" }]);
    ada.joined.leave();
  });

  it("rejects a known player who has not joined the instance", async () => {
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
    // Uses a rejected player's code again, then no code.
    expect((await claim({ code, instanceId: elsewhere.instance.instance_id })).status).toBe(401);
    expect((await claim({ instanceId: elsewhere.instance.instance_id })).status).toBe(400);
    expect((await fetch(`${game}/api/room`, { headers: { cookie: "session=made-up" } })).status).toBe(401);
    const form = { method: "POST", body: "{}", headers: { "content-type": "text/plain" } };
    expect((await fetch(`${game}/api/wave`, form)).status).toBe(415);
    for (const joined of [elsewhere, ada.joined]) joined.leave();
  });

  it("explains that the player declined, or that the page was opened outside the client", async () => {
    const window = await open("Linus", { answer: "deny" });
    await shows(window, "You closed or declined the prompt");
    await window.page.goto(game);
    await window.page.getByText("which the client opens").waitFor();
  });

  it("explains on the page and in its console that the page belongs to another application", async () => {
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
    await shows(window, "This page belongs to a different application than the one that you launched.");
    expect(printed.join("\n")).toContain("[activity] This page belongs to a different application");
  });

  it("explains that the sign-in has ended", async () => {
    const prepare = (page: Page) =>
      page.route("**/.proxy/api/session", (route) => route.fulfill({ json: { accessToken: "over" } }));
    const window = await open("Linus", { prepare });
    await shows(window, "Your sign-in has ended.");
  });

  it("serves a page to each of two players without any configuration", async () => {
    expect(await pagesOfExample()).toEqual(Array.from({ length: 2 }, () => "text/html; charset=utf-8"));
  });

  it("prints no errors", () => {
    expect(complaints).toBe("");
  });
});
