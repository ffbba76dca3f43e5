import { afterAll, beforeAll, expect, it } from "vitest";
import { type Emulator, startEmulator } from "../../../../../src/emulator/index.ts";
import { connectProgram } from "../../../../setup/rpc-program.ts";

let emulator: Emulator;
beforeAll(async () => {
  emulator = await startEmulator({
    desktopClient: true,
    world: { applications: [{ name: "A & B", publicClient: false }] },
  });
});
afterAll(() => emulator.close());

const page = () => `${emulator.webBase}/desktop-client`;
const look = async () => (await fetch(page())).text();

it.each([
  ["accept", { data: { code: expect.any(String) as unknown } }],
  ["deny", { evt: "ERROR", data: { code: 5000 } }],
])("shows the prompt to the player, who can %s it", async (answer, expected) => {
  const { application, desktopClient } = emulator;
  const program = await connectProgram(desktopClient?.path ?? "", application.id);
  const answered = program.run("AUTHORIZE", { client_id: application.id, scopes: ["identify"] });
  await expect.poll(() => desktopClient?.prompts.length).toBe(1);
  const html = await look();
  expect(html).toContain("A &amp; B wants to");
  expect(html).toContain("You are signed in as Ada.");
  expect(html).toContain("<li>See your name and picture <code>identify</code></li>");
  const [, prompt = ""] = /name="prompt" value="([^"]+)"/.exec(html) ?? [];
  const response = await fetch(page(), { method: "POST", body: new URLSearchParams({ prompt, answer }) });
  expect(response.url).toBe(page());
  expect(await response.text()).toContain("There are no pending requests.");
  expect(await answered).toMatchObject(expected);
});

it("ignores the answer to a prompt that is gone", async () => {
  for (const answer of ["accept", "deny"]) {
    const response = await fetch(page(), {
      method: "POST",
      body: new URLSearchParams({ prompt: "gone", answer }),
    });
    expect(response.status).toBe(200);
  }
  expect((await fetch(page(), { method: "POST", body: "" })).status).toBe(200);
});
