import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { endProgram, startProgram } from "../setup/child-process.ts";
import { freePort } from "../setup/free-port.js";
import { commandPayload, publicKey, signedHeaders } from "../setup/interactions/service.ts";
import { bundle } from "./workshop.ts";

let folder: string;
beforeAll(async () => {
  folder = await bundle(["Edge runtimes"]);
});
afterAll(() => rmSync(dirname(folder), { recursive: true }));

it("bundles into a file without imports", () => {
  const code = readFileSync(join(folder, "edge.mjs"), "utf8");
  expect(code.length).toBeGreaterThan(10_000);
  expect(code.match(/^import\b.*|\bimport\(.*|\brequire\(.*/gm)).toBe(null);
});

type Start = (port: number) => readonly [program: string, args: readonly string[]];

const modules = join(import.meta.dirname, "node_modules");
const runtimes: Readonly<Record<string, Start>> = {
  workerd(port) {
    writeFileSync(join(folder, "workerd.capnp"), workerdConfig(port));
    return [join(modules, "@cloudflare/workerd-linux-64/bin/workerd"), ["serve", "workerd.capnp"]];
  },
  Deno: (port) => [
    join(modules, "@deno/linux-x64-glibc/deno"),
    ["serve", "--no-prompt", "--host", "127.0.0.1", "--port", String(port), "edge.mjs"],
  ],
  Bun: () => [join(modules, "@oven/bun-linux-x64/bin/bun"), ["edge.mjs"]],
};

/** Disables all Node compatibility flags. */
function workerdConfig(port: number): string {
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .edge)],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
const edge :Workerd.Worker = (
  modules = [(name = "edge.mjs", esModule = embed "edge.mjs")],
  compatibilityDate = "2026-04-01",
);
`;
}

describe.each(Object.entries(runtimes))("in %s", (_, start) => {
  let address: string;
  let end: () => Promise<void>;

  beforeAll(async () => {
    const port = await freePort();
    const [program, args] = start(port);
    expect(existsSync(program)).toBe(true);
    const env = { HOME: folder, PORT: String(port), DENO_NO_UPDATE_CHECK: "1", DO_NOT_TRACK: "1" };
    const child = startProgram(program, args, { cwd: folder, env, stdio: ["ignore", "ignore", "inherit"] });
    end = () => endProgram(child);
    address = `http://127.0.0.1:${port}`;
    while (!(await answers(address))) await pause(50);
  });
  afterAll(() => end());

  it("responds to an interaction and rejects a forged one", async () => {
    const body = JSON.stringify(commandPayload({ name: "roll" }));
    const url = `${address}/interactions?key=${publicKey}`;
    const answer = await fetch(url, { method: "POST", body, headers: signedHeaders(body) });
    expect(await answer.json()).toMatchObject({
      type: 4,
      data: { content: expect.stringContaining("rolled") },
    });
    const forged = await fetch(url, { method: "POST", body, headers: signedHeaders(`${body} `) });
    expect(forged.status).toBe(401);
  });

  it("checks, plans and rolls out commands", async () => {
    const answer = await fetch(address);
    expect(await answer.json()).toEqual({
      findings: ["name-characters", "name-lowercase"],
      writes: 1,
      rollout: ["done"],
      notes: 1,
      requests: [
        "POST /api/v10/oauth2/token",
        "GET /api/v10/applications/1234567890123456789/guilds/1234567890123456780/commands",
      ],
    });
  });
});

async function answers(address: string): Promise<boolean> {
  return fetch(`${address}/nothing`).then(
    () => true,
    () => false,
  );
}
