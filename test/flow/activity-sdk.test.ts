import { once } from "node:events";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import {
  type Emulator,
  type JoinedActivity,
  type PlayerAgent,
  startEmulator,
} from "../../src/emulator/index.ts";
import { activityLink, readActivityLink } from "../../src/interactions/index.ts";
import { answerPrompt } from "../setup/activity/answer-prompt.ts";
import type { Scene } from "../setup/activity/scene.ts";
import { formatSdkData, sdkCommands, sdkEvents } from "../setup/activity/sdk-calls.ts";
import { RenderedActivity } from "../setup/activity/rendered-activity.ts";
import { type ActivitySite, developWithVite, serveBuilt } from "../setup/activity/site.ts";
import { useChromium } from "../setup/browser.ts";
import { startServer } from "../setup/emulator/game.ts";
import { needs } from "../setup/system-parts.ts";

const world = {
  applications: [
    {
      name: "Reef",
      publicClient: false,
      redirectUris: ["https://reef.example"],
      skus: [{ name: "Pearl", price: { amount: 299, currency: "usd" } }],
      quest: { url: "https://reef.example/quest" },
    },
  ],
  players: ["Ada", "Grace", { name: "Linus", friends: ["Ada"] }],
  guilds: [
    {
      name: "The reef",
      channels: [{ name: "Lounge", type: 2 as const }],
      members: [{ player: "Ada", nick: "Captain Ada" }, { player: "Grace" }, { player: "Linus" }],
    },
  ],
};
const lounge = { guild: "The reef", channel: "Lounge" };
const scope = [
  "identify",
  "guilds",
  "guilds.members.read",
  "relationships.read",
  "rpc.activities.write",
  "rpc.voice.read",
];

/** Exchanges the code for an access token, as an Activity's server does. */
async function exchange({ apiBase, application }: Emulator, code: string): Promise<string> {
  const { id: client_id, clientSecret: client_secret } = application;
  const body = new URLSearchParams({ grant_type: "authorization_code", client_id, client_secret, code });
  const answer = await fetch(`${apiBase}/oauth2/token`, { method: "POST", body });
  return ((await answer.json()) as { access_token: string }).access_token;
}

async function launch(player: PlayerAgent): Promise<JoinedActivity> {
  return player.join(await player.use("launch"));
}

const authorizeArgs = ({ application }: Emulator, scopes = scope) => ({
  client_id: application.id,
  response_type: "code",
  prompt: "none",
  scope: scopes,
});

/** Authorizes with the player's consent, then authenticates with the token. */
async function signIn(
  emulator: Emulator,
  joined: JoinedActivity,
  activity: RenderedActivity,
): Promise<string> {
  const [{ answer }] = await Promise.all([
    activity.run("authorize", authorizeArgs(emulator)),
    answerPrompt(joined, "consent"),
  ]);
  const token = await exchange(emulator, (answer as { code: string }).code);
  await activity.run("authenticate", { access_token: token });
  return token;
}

describe("the unmodified SDK", needs("Chromium"), () => {
  const chromium = useChromium();

  describe("with a player who was invited", () => {
    let site: ActivitySite;
    let scene: Scene;
    let activity: RenderedActivity;
    let complaints: readonly string[];

    beforeAll(async () => {
      site = await serveBuilt();
      const emulator = await startEmulator({ world });
      emulator.application.setActivity({ mappings: [{ prefix: "/", target: site.host }] });
      const [player, grace] = [emulator.player("Ada", lounge), emulator.player("Grace", lounge)];
      await inviteAda(emulator, await launch(grace));
      const joined = await launch(player);
      const watched = await chromium.persistentPage();
      complaints = watched.complaints;
      activity = await RenderedActivity.open(watched.page, joined.url);
      expect(await activity.evaluate("activity.ready")).toBe("ready");
      const token = await signIn(emulator, joined, activity);
      scene = { emulator, player, joined, scope, token };
    });

    /** Grace joins first and invites Ada. */
    async function inviteAda(emulator: Emulator, joined: JoinedActivity): Promise<void> {
      const { page } = await chromium.persistentPage();
      const hers = await RenderedActivity.open(page, joined.url);
      await signIn(emulator, joined, hers);
      const secrets = { join: "the cave" };
      await hers.run("setActivity", { activity: { type: 0, state: "Diving", secrets } });
      await hers.run("inviteUserEmbedded", { user_id: emulator.players[0].id });
    }

    afterAll(async () => {
      await scene.emulator.close();
      await site[Symbol.asyncDispose]();
    });

    it("delivers every event and runs every command", async () => {
      const lines: string[] = [];
      for (const [name, { args, cause }] of Object.entries(sdkEvents)) {
        expect(await activity.subscribe(name, args?.(scene))).toEqual({ answer: name });
        await cause(scene);
        lines.push(`${name} ${formatSdkData(await activity.received(name))}`);
        expect(await activity.unsubscribe(name, args?.(scene))).toEqual({ answer: name });
      }
      for (const [name, { args, prompt }] of Object.entries(sdkCommands)) {
        const called = activity.run(name, args?.(scene));
        if (prompt) await answerPrompt(scene.joined, prompt.kind, prompt);
        lines.push(`${name} ${formatSdkData(await called)}`);
      }
      await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("../golden/activity/sdk.txt");
    });

    it("writes no errors to the console", () => {
      expect(complaints.filter((line) => /slashpass|Failed|Error/.test(line))).toEqual([]);
    });
  });

  it("applies a hot update through the proxy while staying connected", async () => {
    await using site = await developWithVite();
    await using emulator = await startEmulator({ world });
    emulator.application.setActivity({ mappings: [{ prefix: "/", target: site.host }] });
    const { page, complaints } = await chromium.emptiedPage();
    const activity = await RenderedActivity.open(page, (await launch(emulator.player("Ada", lounge))).url);
    await expect.poll(() => complaints).toContain("[vite] connected.");
    writeFileSync(join(site.folder, "greeting.js"), 'export const greeting = "Hello again";\n');
    await expect.poll(() => activity.text("#greeting")).toBe("Hello again");
    expect(complaints).toContain("[vite] hot updated: /greeting.js via /main.js");
    expect(await activity.evaluate("activity.ready")).toBe("ready");
  });

  it("passes the parameters in an Activity link to the page", async () => {
    await using site = await serveBuilt();
    await using emulator = await startEmulator({ world });
    emulator.application.setActivity({ mappings: [{ prefix: "/", target: site.host }] });
    const { id: applicationId } = emulator.application;
    const { id: referrerId } = emulator.players[0];
    const link = activityLink({ applicationId, referrerId, customId: "the cave & more" });
    const { page } = await chromium.emptiedPage();
    const activity = await RenderedActivity.open(page, emulator.player("Grace", lounge).follow(link).url);
    expect(await activity.evaluate("[activity.sdk.customId, activity.sdk.referrerId]")).toEqual([
      "the cave & more",
      referrerId,
    ]);
    expect(readActivityLink(await activity.evaluate("location.search"))).toEqual({
      customId: "the cave & more",
      referrerId,
    });
  });

  describe("with mappings and error reports", () => {
    let site: ActivitySite;
    let emulator: Emulator;
    beforeAll(async () => {
      site = await serveBuilt();
      emulator = await startEmulator({ world });
    });
    afterAll(async () => {
      await emulator.close();
      await site[Symbol.asyncDispose]();
    });

    /** Launches the Activity without waiting for its page, which may not exist. */
    async function open(target = site.host, prefix = "/") {
      emulator.application.setActivity({ mappings: [{ prefix, target }] });
      return { joined: await launch(emulator.player("Ada", lounge)), ...(await chromium.emptiedPage()) };
    }

    async function openActivity() {
      const opened = await open();
      return { ...opened, activity: await RenderedActivity.open(opened.page, opened.joined.url) };
    }

    /** Formats the reports, omitting values that vary between runs. */
    function reported(where: {
      page?: string;
      console?: readonly string[];
      promise?: unknown;
      socket?: string;
    }) {
      const ours = where.console?.filter((line) => line.startsWith("[slashpass]")).join("\n\n");
      const parts = [
        ["In the page", where.page],
        ["In the console", ours],
        ["The promise", where.promise === undefined ? undefined : JSON.stringify(where.promise)],
        ["The relay's answer", where.socket],
      ];
      return parts
        .flatMap(([title, what]) => (what === undefined ? [] : [`${title}:\n\n${what.trim()}\n`]))
        .join("\n")
        .replaceAll(emulator.application.id, "<application id>")
        .replaceAll(site.host, "<server>")
        .replaceAll(new URL(emulator.webBase).port, "<port>");
    }
    const golden = (name: string) => `../golden/activity/${name}.txt`;
    const problems = (page: Page) => page.innerText("#problems");

    it("maps every kind of request that patchUrlMappings rewrites, including through a mapping with a token", async () => {
      const requests: string[] = [];
      const server = await startServer(({ headers, url }, response) => {
        requests.push(`${headers.host} ${url}`);
        response.end("pearls");
      });
      const sockets = new WebSocketServer({ server: server.server });
      sockets.on("connection", (socket) => socket.send("dive"));
      const { port } = new URL(server.url);
      const mapping = { prefix: "/shop/{region}", target: `{region}.localhost:${port}` };
      const opened = await open();
      emulator.application.setActivity({ mappings: [mapping, { prefix: "/", target: site.host }] });
      const activity = await RenderedActivity.open(opened.page, opened.joined.url);
      await activity.evaluate(`activity.library.patchUrlMappings([${JSON.stringify(mapping)}])`);
      const received = await activity.evaluate(`Promise.all([
        fetch("https://eu.localhost:${port}/pearls?size=big").then((answer) => answer.text()),
        new Promise((resolve) => {
          const request = new XMLHttpRequest();
          request.onload = () => resolve(request.responseText);
          request.open("GET", "http://us.localhost:${port}/pearls");
          request.send();
        }),
        new Promise((resolve) => {
          new WebSocket("wss://eu.localhost:${port}/live").onmessage = ({ data }) => resolve(data);
        }),
      ])`);
      expect(received).toEqual(["pearls", "pearls", "dive"]);
      expect(requests.sort()).toEqual([
        `eu.localhost:${port} /pearls?size=big`,
        `us.localhost:${port} /pearls`,
      ]);
      sockets.close();
      await server.close();
    });

    it("reports an id that belongs to another application", async () => {
      const built = (path: string) => join(site.folder, path);
      cpSync(built("assets"), built("other/assets"), { recursive: true });
      const html = readFileSync(built("index.html"), "utf8");
      writeFileSync(
        built("other/index.html"),
        html.replace("<head>", '<head><script>applicationId = "1234"</script>'),
      );
      const { joined, page, complaints } = await open(`${site.host}/other`);
      const activity = await RenderedActivity.open(page, joined.url);
      await page.waitForSelector("#problems article");
      const promise = await activity.evaluate('Promise.race([activity.ready, "It stays pending."])');
      await expect(
        reported({ page: await problems(page), console: complaints, promise }),
      ).toMatchFileSnapshot(golden("another-application"));
    });

    it("reports a page without a mapping", async () => {
      const { joined, page, complaints } = await open(site.host, "/api");
      await page.goto(joined.url);
      const body = page.frameLocator("iframe").locator("body");
      await expect.poll(() => body.innerText()).toContain("No URL mapping");
      await page.waitForSelector("#problems article");
      await expect(reported({ page: await body.innerText(), console: complaints })).toMatchFileSnapshot(
        golden("no-mapping"),
      );
    });

    it("reports a host blocked by the content security policy", async () => {
      const { page, complaints, activity } = await openActivity();
      const promise = await activity.evaluate('activity.settle(fetch("http://scores.localhost:9/top"))');
      await page.waitForSelector("#problems article");
      await expect(
        reported({ page: await problems(page), console: complaints, promise }),
      ).toMatchFileSnapshot(golden("blocked-host"));
    });

    it("prevents other sites from embedding the Activity or connecting to its relay", async () => {
      const { joined, page, complaints } = await open();
      const elsewhere = await startServer((_request, response) =>
        response.writeHead(200, { "content-type": "text/html" }).end(`<iframe src="${joined.url}"></iframe>`),
      );
      await page.goto(elsewhere.url);
      await expect.poll(() => complaints.join("\n")).toContain("frame-ancestors");
      const url = new URL(joined.url);
      const relay = `ws://127.0.0.1:${url.port}/.slashpass/frame${url.search}`;
      const socket = new WebSocket(relay, {
        origin: "http://elsewhere.example",
        headers: { host: url.host },
      });
      const [, answer] = (await once(socket, "unexpected-response")) as [unknown, IncomingMessage];
      await expect(reported({ socket: await text(answer) })).toMatchFileSnapshot(golden("elsewhere"));
      await elsewhere.close();
    });

    it("reports denied consent", async () => {
      const { joined, activity, page, complaints } = await openActivity();
      const refused = activity.run("authorize", authorizeArgs(emulator));
      await answerPrompt(joined, "consent", "deny");
      const promise = await refused;
      await page.waitForSelector("#problems article");
      await expect(
        reported({ page: await problems(page), console: complaints, promise }),
      ).toMatchFileSnapshot(golden("consent-refused"));
    });

    it("reports an expired token", async () => {
      const { joined, activity, page, complaints } = await openActivity();
      const token = await signIn(emulator, joined, activity);
      emulator.advance("8d");
      const promise = await activity.run("authenticate", { access_token: token });
      await page.waitForSelector("#problems article");
      await expect(
        reported({ page: await problems(page), console: complaints, promise }),
      ).toMatchFileSnapshot(golden("token-expired"));
    });

    it("reports no problem if the window is closed during a prompt", async () => {
      const { joined, activity, page, complaints } = await openActivity();
      const asking = activity.evaluate(`Promise.race([
        activity.run("authorize", ${JSON.stringify(authorizeArgs(emulator, ["email"]))}),
        new Promise((resolve) => {
          addEventListener("message", ({ data: [opcode] }) => opcode === 2 && resolve("It stays pending."));
        }),
      ])`);
      await expect.poll(() => joined.prompts).toHaveLength(1);
      joined.leave();
      const promise = await asking;
      expect(await page.locator("#problems article").count()).toBe(0);
      await expect(reported({ console: complaints, promise })).toMatchFileSnapshot(golden("window-closed"));
    });
  });
});
