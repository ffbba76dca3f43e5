import { afterAll, expect, it } from "vitest";
import { installLink } from "../../../../src/commands/install-link.ts";
import { startEmulator } from "../../../../src/emulator/index.ts";
import { call } from "../../../setup/emulator/requests.ts";

const guilds = [
  { id: "7", name: "Reef" },
  { id: "8", name: "<Wreck>" },
];
const emulator = await startEmulator({ world: { applications: [{ guilds: [] }], guilds } });
afterAll(() => emulator.close());
const { application, webBase } = emulator;
const ping = { name: "ping", description: "Pongs" };

async function visit(url: string, guild?: string): Promise<{ status: number; text: string }> {
  const body = guild === undefined ? undefined : new URLSearchParams({ guild });
  const response = await fetch(url, {
    method: body ? "POST" : "GET",
    redirect: "manual",
    ...(body && { body }),
  });
  return { status: response.status, text: await response.text() };
}

it.each([
  ["applications.commands", {}, "7"],
  ["bot", { botPermissions: 0n }, "8"],
])("adds an application with the scope %s and lets it register commands", async (_, options, id) => {
  const link = installLink({ applicationId: application.id, webBase, ...options });
  const create = () => call(emulator, "POST", `/guilds/${id}/commands`, ping);
  expect(await create()).toMatchObject({ status: 403, body: { code: 50_001 } });
  expect(await visit(link, id)).toMatchObject({
    status: 200,
    text: expect.stringContaining("You can close"),
  });
  expect((await create()).status).toBe(201);
  expect((await visit(link, id)).status).toBe(200);
  expect(application.guilds?.filter((guild) => guild === id)).toEqual([id]);
});

it("shows the scopes and preselects the link's guild", async () => {
  const link = installLink({ applicationId: application.id, webBase, guildId: "8" });
  const { status, text } = await visit(link);
  expect(status).toBe(200);
  expect(text).toContain("Add Example Game to a server");
  expect(text).toContain(
    "<li>Add its commands wherever you install it <code>applications.commands</code></li>",
  );
  expect(text).toContain('<option value="8" selected>&lt;Wreck&gt;</option>');
  expect(text).toContain('<option value="7">Reef</option>');
});

it("rejects an unknown application and an unknown guild", async () => {
  expect((await visit(installLink({ applicationId: "5", webBase }))).status).toBe(404);
  expect((await visit(installLink({ applicationId: application.id, webBase }), "9")).status).toBe(400);
  expect(application.guilds).not.toContain("9");
});

it("does not treat an authorization code request as an install link", async () => {
  const link = installLink({ applicationId: application.id, webBase });
  for (const more of ["&response_type=code", "&scope=identify", "&redirect_uri=http://127.0.0.1/callback"]) {
    const url = more.startsWith("&scope") ? link.replace("applications.commands", "identify") : link + more;
    expect((await visit(url)).text).not.toContain("to a server");
  }
});
