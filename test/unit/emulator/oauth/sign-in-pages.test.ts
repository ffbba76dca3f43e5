import { afterAll, describe, expect, it } from "vitest";
import { createLimitedServer } from "../../../../src/emulator/base/server-limits.ts";
import { startEmulator } from "../../../../src/emulator/index.ts";
import { createAuthorizationServer } from "../../../../src/emulator/oauth/authorization-server.ts";
import { createListener } from "../../../../src/emulator/server.ts";
import { World } from "../../../../src/emulator/world/world.ts";
import { authorize, authorizeUrl, getTokens, getUser } from "../../../setup/emulator/players.ts";
import { startServer } from "../../../setup/emulator/game.ts";

const emulator = await startEmulator();
afterAll(() => emulator.close());

/** Opens a sign-in as a browser does; gives its page and cookies. */
async function openSignIn(url: string): Promise<{ page: string; headers: { cookie: string } }> {
  const response = await fetch(url, { redirect: "manual" });
  const cookies = response.headers.getSetCookie().map((line) => line.split(";")[0]);
  const page = new URL(response.headers.get("location") ?? "", url).href;
  return { page, headers: { cookie: cookies.join("; ") } };
}

describe("the sign-in pages", () => {
  it("tell the game when the player declines", async () => {
    const { answer } = await authorize(emulator, { answer: "deny" });
    expect(answer).toMatchObject({ error: "access_denied", state: "the-state" });
  });

  it("ask again who is there with prompt=login, and take a new name", async () => {
    const { body } = await getTokens(emulator, { player: "Barbara", parameters: { prompt: "login" } });
    expect(await getUser(emulator, body["access_token"])).toMatchObject({
      status: 200,
      body: { global_name: "Barbara" },
    });
  });

  it("say who asks for what, with every letter escaped", async () => {
    const id = "7";
    await using other = await startEmulator({
      applications: [{ id, name: "<b>Reef</b>" }],
      players: ["<i>"],
    });
    const { page, headers } = await openSignIn(authorizeUrl(other, { scope: "identify guilds" }));
    const first = await (await fetch(page, { headers })).text();
    expect(first).toContain("Sign in to continue to &lt;b&gt;Reef&lt;/b&gt;.");
    expect(first).toContain('<button name="player" value="&lt;i&gt;">&lt;i&gt;</button>');
    const body = new URLSearchParams({ player: " <i> " });
    const taken = await fetch(page, { method: "POST", body, headers, redirect: "manual" });
    expect(taken.status).toBe(303);
    expect(other.players).toHaveLength(1);
  });

  it("take an answer without a name for a no", async () => {
    const { page, headers } = await openSignIn(authorizeUrl(emulator));
    const body = new URLSearchParams({ player: " " });
    const answer = await fetch(page, { method: "POST", body, headers, redirect: "manual" });
    const back = await fetch(answer.headers.get("location") ?? "", { headers, redirect: "manual" });
    expect(back.headers.get("location")).toContain("error=access_denied");
  });

  it("of a sign-in that nobody opened say so", async () => {
    const response = await fetch(`${emulator.webBase}/sign-in/unknown`);
    expect(response.status).toBe(400);
    expect(await response.text()).toContain("Start again in the game");
  });

  it("of more than 2,000 open sign-ins the newest 2,000 go on, and the oldest hear that theirs is over", async () => {
    const world = new World({});
    const server = createLimitedServer();
    await using local = await startServer((request, response) => server.emit("request", request, response));
    const webBase = local.url.slice(0, -1);
    const provider = await createAuthorizationServer(world, { issuer: webBase, accessTokenSeconds: 60 });
    server.on("request", createListener({ world, provider, webBase }));
    const url = authorizeUrl({ ...emulator, webBase, application: world.applications[0] });
    const oldest = await openSignIn(url);
    const open = async (count: number): Promise<void> => {
      for (let index = 0; index < count; index += 1)
        await world.storage.adapter("Interaction").upsert(`${count}-${index}`, { uid: "x" });
    };
    const visit = ({ page, headers }: typeof oldest) => fetch(page, { headers });
    await open(1_999);
    expect((await visit(oldest)).status).toBe(200);
    const newest = await openSignIn(url);
    const answers = [await visit(oldest), await visit(newest)] as const;
    expect(answers.map(({ status }) => status)).toEqual([400, 200]);
    expect(await answers[0].text()).toContain("Start again in the game");
  });
});
