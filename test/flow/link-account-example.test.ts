import { createInterface } from "node:readline";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { startEmulator } from "../../src/emulator/index.ts";
import { endProgram, startProgram } from "../setup/child-process.ts";
import { startServer } from "../setup/emulator/game.ts";

const emulator = await startEmulator();
afterAll(() => emulator.close());

/** Starts the example behind a website's URL and records the callback URLs. */
async function startSite() {
  const cameBack: string[] = [];
  const front = await startServer((incoming, response) => {
    cameBack.push(incoming.url ?? "");
    response.end();
  });
  const { application } = emulator;
  const example = startProgram(process.execPath, ["examples/34-link-account-hono.js"], {
    env: {
      ...process.env,
      SLASHPASS_APPLICATION_ID: application.id,
      SLASHPASS_CLIENT_SECRET: application.clientSecret,
      SLASHPASS_API_BASE: emulator.apiBase,
      SLASHPASS_WEB_BASE: emulator.webBase,
      SITE: front.url.slice(0, -1),
      PORT: "0",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(async () => {
    await endProgram(example);
    await front.close();
  });
  const lines = createInterface({ input: example.stdout ?? expect.unreachable() });
  const port = await new Promise<string>((resolve) => {
    lines.on("line", (line) => {
      const found = /port: (\d+)/.exec(line)?.[1];
      if (found !== undefined) resolve(found);
    });
  });
  return { application, server: `http://127.0.0.1:${port}`, cameBack };
}

function browserAt(server: string) {
  const jar = new Map<string, string>();
  return async (path: string, init: RequestInit = {}) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await fetch(server + path, { redirect: "manual", headers: { cookie }, ...init });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      jar.set(name, value);
    }
    return { status: answer.status, location: answer.headers.get("location"), text: await answer.text() };
  };
}

describe("the account-linking website", () => {
  it("links the player at the callback and lets the player unlink", async () => {
    const { application, server, cameBack } = await startSite();
    const visit = browserAt(server);
    expect((await visit("/")).text).toContain("Link your Discord account");
    const { location } = await visit("/link");
    const ada = emulator.player("Ada", { application });
    await ada.browser()(location ?? "");
    const [callback = ""] = cameBack;
    expect((await visit(callback)).location).toBe("/");
    expect((await visit("/")).text).toContain("Linked with ");
    expect(await visit("/unlink", { method: "POST" })).toMatchObject({ status: 303 });
    expect((await visit("/")).text).toContain("Link your Discord account");
    expect((await visit(callback)).status).toBe(400);
  });

  it("links neither another browser's account nor a player who declined", async () => {
    const { application, server, cameBack } = await startSite();
    const [visit, other] = [browserAt(server), browserAt(server)];
    for (const each of [visit, other]) await each("/");
    const { location } = await visit("/link");
    await emulator.player("Ada", { application }).browser()(location ?? "");
    const [callback = ""] = cameBack;
    expect((await other(callback)).status).toBe(400);
    await other("/link");
    expect((await other(callback)).status).toBe(400);
    expect((await other("/")).text).toContain("Link your Discord account");

    const { location: again } = await visit("/link");
    await emulator.player("Ada", { application }).browser({ answer: "deny" })(again ?? "");
    expect((await visit(cameBack.at(-1) ?? "")).location).toBe("/");
    expect((await visit("/")).text).toContain("Link your Discord account");
  });
});
