import { once } from "node:events";
import { readFileSync } from "node:fs";
import { get } from "node:http";
import { expect, it } from "vitest";
import { startEmulator } from "../../src/emulator/index.ts";
import { endProgram, startProgram } from "../setup/child-process.ts";

const folder = new URL("../../examples/emulator-container/", import.meta.url);

it("forwards requests for the container's other addresses to the emulator, which listens only on 127.0.0.1", async () => {
  const emulator = await startEmulator();
  const forwarding = startProgram(process.execPath, [new URL("forward.js", folder).pathname, "127.0.0.2"], {
    env: { SLASHPASS_WEB_BASE: emulator.webBase },
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    await once(forwarding.stdout ?? expect.unreachable(), "data");
    const { port } = new URL(emulator.webBase);
    const headers = { host: `127.0.0.1:${port}` };
    const [answer] = (await once(
      get(`http://127.0.0.2:${port}/api/v10/gateway`, { headers }),
      "response",
    )) as [{ statusCode?: number; resume(): void }];
    answer.resume();
    expect(answer.statusCode).toBe(200);
  } finally {
    await endProgram(forwarding);
    await emulator.close();
  }
});

it("specifies the package's version in the Dockerfile", () => {
  const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
  expect(readFileSync(new URL("Dockerfile", folder), "utf8")).toContain(`SLASHPASS_VERSION=${version}\n`);
});
