import { once } from "node:events";
import { createServer, get, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Emulator, startEmulator } from "../../src/emulator/index.ts";
import { verifyInteraction } from "../../src/interactions/index.ts";
import type { CommandPayload } from "../../src/wire/interaction.ts";
import { useChromium } from "../setup/browser.ts";
import { needs } from "../setup/system-parts.ts";

let emulator: Emulator;
let game: Server;
let page: Page;
let complaints: string[];
let payloads: CommandPayload[];

/** How the game answers; a test may change it. */
let answer: (payload: CommandPayload) => unknown;

beforeEach(async () => {
  emulator = await startEmulator();
  payloads = [];
  game = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    const signature = String(request.headers["x-signature-ed25519"]);
    const timestamp = String(request.headers["x-signature-timestamp"]);
    const { publicKey } = emulator.application;
    if (!(await verifyInteraction({ publicKey, signature, timestamp, body }))) {
      response.writeHead(401).end();
      return;
    }
    const payload = JSON.parse(body) as CommandPayload;
    const isPing = (payload.type as number) === 1;
    if (!isPing) payloads.push(payload);
    const reply = isPing ? { type: 1 } : answer(payload);
    response.writeHead(reply === undefined ? 202 : 200, { "content-type": "application/json" });
    response.end(reply === undefined ? "" : JSON.stringify(reply));
  }).listen(0, "127.0.0.1");
  await once(game, "listening");
  await emulator.application.setInteractionsEndpoint(
    `http://127.0.0.1:${(game.address() as AddressInfo).port}/`,
  );
});
afterEach(async () => {
  game.close();
  game.closeAllConnections();
  await emulator.close();
});

async function register(...commands: readonly object[]): Promise<void> {
  const { application, apiBase } = emulator;
  const response = await fetch(`${apiBase}/applications/${application.id}/commands`, {
    method: "PUT",
    headers: { authorization: `Bot ${application.botToken}`, "content-type": "application/json" },
    body: JSON.stringify(commands),
  });
  expect(response.status, await response.text()).toBe(200);
}

const say = (content: string) => ({ type: 4, data: { content } });
const launch = { type: 4, name: "launch", description: "Play together", handler: 1 };

describe("what an application does with an interaction", () => {
  const call = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${emulator.apiBase}${path}`, {
      method,
      headers: { "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      body: (text === "" ? {} : JSON.parse(text)) as Record<string, unknown>,
    };
  };

  it("202 and a callback with_response: the launch gives the id of the Activity", async () => {
    await register(launch);
    let called: Promise<Awaited<ReturnType<typeof call>>> | undefined;
    answer = ({ id, token }) => {
      called = call("POST", `/interactions/${id}/${token}/callback?with_response=true`, { type: 12 });
      return undefined;
    };
    const { status, response, activityInstance } = await emulator.invoke({ command: "launch" });
    expect([status, response]).toEqual([202, { type: 12 }]);
    expect(await called).toMatchObject({
      status: 200,
      body: {
        interaction: { activity_instance_id: activityInstance?.id },
        resource: { type: 12, activity_instance: { id: activityInstance?.id } },
      },
    });
  });

  it("deferred: the follow-up arrives at the player, and can be changed and taken back", async () => {
    await register({ name: "ping", description: "Answers with pong" });
    answer = () => ({ type: 5 });
    const { messages } = await emulator.invoke({ command: "ping" });
    expect(messages).toEqual([]);
    const { id, token } = payloads[0] ?? { id: "", token: "" };
    const webhook = `/webhooks/${emulator.application.id}/${token}`;
    await call("PATCH", `${webhook}/messages/@original`, { content: "pong" });
    await call("POST", webhook, { content: "and again" });
    expect(messages.map(({ content }) => content)).toEqual(["pong", "and again"]);
    await call("PATCH", `${webhook}/messages/@original`, { content: "PONG" });
    expect((await call("GET", `${webhook}/messages/@original`)).body).toMatchObject({ content: "PONG" });
    expect((await call("DELETE", `${webhook}/messages/@original`)).status).toBe(204);
    expect(messages.map(({ content }) => content)).toEqual(["and again"]);
    expect(await call("POST", `/interactions/${id}/${token}/callback`, { type: 5 })).toMatchObject({
      status: 400,
      body: { code: 40_060 },
    });
    expect(await call("POST", `/interactions/${id}/unknown/callback`, { type: 5 })).toMatchObject({
      status: 404,
      body: { code: 10_062 },
    });
    expect(await call("POST", `/webhooks/5/${token}`, { content: "x" })).toMatchObject({
      body: { code: 10_015 },
    });
  });

  it("USER and MESSAGE commands carry what they were used on", async () => {
    await register({ type: 2, name: "High Five" }, { type: 3, name: "Translate" });
    answer = () => say("done");
    await emulator.invoke({ command: "High Five", target: "Grace", guildId: "7" });
    await emulator.invoke({ command: "Translate", target: "Bonjour" });
    const [user, message] = payloads.map(({ data }) => data);
    const grace = emulator.players[1];
    expect(user).toMatchObject({
      target_id: grace?.id,
      resolved: {
        users: { [grace?.id ?? ""]: { global_name: "Grace" } },
        members: { [grace?.id ?? ""]: {} },
      },
    });
    const id = message?.target_id ?? "";
    expect(message?.resolved).toMatchObject({ messages: { [id]: { id, content: "Bonjour" } } });
  });

  it("an endpoint that takes a wrong signature is not taken", async () => {
    const careless = createServer((_request, response) => {
      response.writeHead(200, { "content-type": "application/json" }).end('{"type":1}');
    }).listen(0, "127.0.0.1");
    await once(careless, "listening");
    const url = `http://127.0.0.1:${(careless.address() as AddressInfo).port}/`;
    await expect(emulator.application.setInteractionsEndpoint(url)).rejects.toMatchObject({
      code: "bad_endpoint",
    });
    careless.close();
    careless.closeAllConnections();
  });
});

describe("the page for a person, in a browser", needs("Chromium"), () => {
  const chromium = useChromium();

  beforeEach(async () => {
    ({ page, complaints } = await chromium.newPage());
  });
  afterEach(() => expect(complaints).toEqual([]));

  const open = (title: string) => page.locator("summary", { hasText: title }).click();
  const use = (title: string) => page.getByRole("button", { name: `Use ${title}`, exact: true }).click();
  const shown = () => page.locator("#answer");

  it("a slash command with a subcommand, its options and its suggestions", async () => {
    await register({
      name: "color",
      description: "Colors",
      options: [
        {
          type: 1,
          name: "set",
          description: "Sets the color",
          options: [
            { type: 3, name: "name", description: "Which one", required: true, autocomplete: true },
            { type: 4, name: "alpha", description: "How strong", min_value: 0, max_value: 255 },
            { type: 6, name: "whose", description: "Whose color" },
          ],
        },
      ],
    });
    answer = ({ type, data }) => {
      const filled = data.options?.[0]?.options ?? [];
      const typed = filled.find(({ focused }) => focused)?.value;
      if ((type as number) === 4)
        return { type: 8, data: { choices: [{ name: `${String(typed)}!`, value: "red" }] } };
      return say(filled.map(({ name, value }) => `${name}=${String(value)}`).join(" "));
    };
    await page.goto(emulator.webBase);
    await open("/color set");
    await page.getByLabel("name", { exact: true }).fill("re");
    await page.locator("datalist option", { hasText: "re!" }).waitFor({ state: "attached" });
    await page.getByLabel("name", { exact: true }).fill("red");
    await page.getByLabel("alpha").fill("12");
    await page.getByLabel("whose").selectOption("Grace");
    await use("/color set");
    await expect.poll(() => shown().textContent()).toBe(`name=red alpha=12 whose=${emulator.players[1]?.id}`);
    const last = payloads.at(-1)?.data;
    expect(last?.options).toMatchObject([
      { type: 1, name: "set", options: [{ type: 3 }, { type: 4, value: 12 }, {}] },
    ]);
    expect(last?.resolved?.users).toMatchObject({
      [emulator.players[1]?.id ?? ""]: { global_name: "Grace" },
    });
  });

  it("a USER and a MESSAGE command", async () => {
    await register({ type: 2, name: "High Five" }, { type: 3, name: "Translate" });
    answer = ({ data }) => {
      const [target] = Object.values({ ...data.resolved?.users, ...data.resolved?.messages });
      return say(JSON.stringify(target));
    };
    await page.goto(emulator.webBase);
    await open("High Five");
    await page.getByLabel("On whom").selectOption("Grace");
    await use("High Five");
    await expect.poll(() => shown().textContent()).toContain('"global_name":"Grace"');
    await open("Translate");
    await page.getByLabel("On which message").fill("Bonjour");
    await use("Translate");
    await expect.poll(() => shown().textContent()).toContain('"content":"Bonjour"');
  });

  it("a launch, by the player who was chosen", async () => {
    await register(launch);
    answer = () => ({ type: 12 });
    await page.goto(emulator.webBase);
    await page.getByLabel("You are").selectOption("Grace");
    await open("launch");
    await page.getByRole("button", { name: "Launch" }).click();
    const title = shown().locator("p").first();
    await expect.poll(() => title.textContent()).toMatch(/^Activity i-\d+-pc-\w+ launched for Grace$/);
    expect(payloads.at(-1)?.user).toMatchObject({ global_name: "Grace" });
  });

  it("an answer that comes later, and text that stays text", async () => {
    await register({ name: "ping", description: "Answers with <b>pong</b>" });
    answer = () => ({ type: 5 });
    await page.goto(emulator.webBase);
    await open("/ping");
    await use("/ping");
    await expect.poll(() => shown().textContent()).toBe("The game is thinking…");
    const { apiBase, application } = emulator;
    await fetch(`${apiBase}/webhooks/${application.id}/${payloads[0]?.token}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ content: "<img src=x onerror=alert(1)>" }),
    });
    await expect.poll(() => shown().textContent()).toBe("<img src=x onerror=alert(1)>");
    expect(await page.locator("form b, #answer img").count()).toBe(0);
  });

  it("a game that does not answer is said to be so", async () => {
    await register({ name: "ping", description: "Answers with pong" });
    game.close();
    game.closeAllConnections();
    await page.goto(emulator.webBase);
    await open("/ping");
    await use("/ping");
    await expect.poll(() => shown().textContent()).toContain("did not answer");
  });

  it("keeps other hosts and other sites' forms out", async () => {
    const { port } = new URL(emulator.webBase);
    const forged = await fetch(`${emulator.webBase}/play/use`, {
      method: "POST",
      body: new URLSearchParams({ command: "ping" }),
    });
    expect(forged.status).toBe(404);
    const headers = { host: "evil.example" };
    const [other] = (await once(get({ host: "127.0.0.1", port, headers }), "response")) as [IncomingMessage];
    expect(other.resume().statusCode).toBe(421);
  });
});

describe("the sign-in pages, in a browser", needs("Chromium"), () => {
  const chromium = useChromium();

  it("fit 320 pixels in light and dark, label every field, and lead to the game", async () => {
    const visits: string[] = [];
    const redirect = createServer((request, response) => {
      visits.push(request.url ?? "");
      response.end("<h1>Return to the game</h1>");
    }).listen(0, "127.0.0.1");
    await once(redirect, "listening");
    const url = new URL("/oauth2/authorize", emulator.webBase);
    url.search = new URLSearchParams({
      client_id: emulator.application.id,
      response_type: "code",
      scope: "openid sdk.social_layer",
      redirect_uri: `http://127.0.0.1:${(redirect.address() as AddressInfo).port}/callback`,
      code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
      code_challenge_method: "S256",
    }).toString();
    for (const colorScheme of ["light", "dark"] as const) {
      const { page: tab } = await chromium.newPage({ colorScheme, viewport: { width: 320, height: 640 } });
      const fits = () => tab.evaluate<boolean>("document.documentElement.scrollWidth <= 320");
      await tab.goto(url.href);
      expect(await fits()).toBe(true);
      await tab.getByLabel("Somebody else").fill("Barbara");
      await tab.getByRole("button", { name: "Sign in" }).click();
      expect(await tab.getByRole("heading").textContent()).toBe("Example Game wants to");
      expect(await fits()).toBe(true);
      await tab.getByRole("button", { name: "Accept" }).click();
      await tab.getByRole("heading", { name: "Return to the game" }).waitFor();
    }
    expect(visits.filter((visit) => visit.startsWith("/callback?code="))).toHaveLength(2);
    redirect.close();
    redirect.closeAllConnections();
  });
});
