import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { outputOf } from "../setup/child-process.ts";

it("the emulator says what to install when the authorization server is not there", async () => {
  const folder = await mkdtemp(join(tmpdir(), "slashpass-emulator-"));
  await cp(new URL("../../dist", import.meta.url), join(folder, "dist"), { recursive: true });
  await writeFile(join(folder, "package.json"), '{"type":"module"}');
  const script = `const { startEmulator } = await import("./dist/emulator/index.js");
    await startEmulator().catch(({ code, hint }) => console.log(code, hint));`;
  const output = await outputOf(process.execPath, ["--input-type=module", "-e", script], { cwd: folder });
  expect(output).toBe("oidc_provider_missing Run `npm install --save-dev oidc-provider`.\n");
  await rm(folder, { recursive: true });
});
