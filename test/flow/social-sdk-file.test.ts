import { chownSync, copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { Client } from "../../src/client.ts";
import { socialSdk, type SocialSdkOptions } from "../../src/social-sdk/index.ts";
import { runProgram } from "../setup/child-process.ts";
import { neighbour } from "../setup/other-users.ts";
import { buildLimitMs, buildStandIn, standInParts } from "../setup/social-sdk/stand-in.ts";
import { needs } from "../setup/system-parts.ts";
import { temporaryFolder } from "../setup/temporary-folder.ts";

describe("the Social SDK's file", needs(...standInParts), () => {
  beforeAll(() => buildStandIn(), buildLimitMs);
  afterEach(() => vi.unstubAllEnvs());

  async function load(options: SocialSdkOptions): Promise<unknown> {
    const client = new Client({ applicationId: "1", backend: socialSdk(options) });
    onTestFinished(() => client.close());
    return client.RefreshToken("1", "a-token");
  }

  const unavailable = (message: RegExp) => ({
    code: "social_sdk_unavailable",
    type: 4,
    message: expect.stringMatching(message) as unknown,
  });

  /** Copies the library into the layout of the SDK's archive. */
  async function copyArchive(): Promise<{ folder: string; library: string }> {
    const folder = temporaryFolder();
    const library = join(folder, "lib/release/libdiscord_partner_sdk.so");
    mkdirSync(dirname(library), { recursive: true });
    copyFileSync(await buildStandIn(), library);
    return { folder, library };
  }

  it("is reported as missing with every path that was tried", async () => {
    const folder = temporaryFolder();
    const tried = /discord_partner_sdk\.so: not there; .*lib\/release\/libdiscord_partner_sdk\.so: not there/;
    await expect(load({ path: folder })).rejects.toMatchObject(unavailable(tried));
    const wrong = join(folder, "wrong.so");
    writeFileSync(wrong, "not a library");
    await expect(load({ path: wrong })).rejects.toMatchObject(unavailable(/wrong\.so: /));
  });

  it("is rejected if it lacks a required symbol", async () => {
    const path = await buildStandIn("without-required");
    // A process can load only one library, and the test's process may already have loaded another.
    const program = `
      import { Client } from "slashpass";
      import { socialSdk } from "slashpass/social-sdk";
      const client = new Client({ applicationId: "1", backend: socialSdk({ path: ${JSON.stringify(path)} }) });
      await client.RefreshToken("1", "a-token").catch(({ code, message }) => console.log(code, message));
      await client.close();`;
    const { stdout } = await runProgram(process.execPath, ["--input-type=module", "--eval", program]);
    expect(stdout).toMatch(/^social_sdk_unavailable .*does not export Discord_Client_GetToken/);
  });

  it("is found through the environment variable and in the SDK's archive", async () => {
    const { folder, library } = await copyArchive();
    vi.stubEnv("SLASHPASS_SOCIAL_SDK", folder);
    // A second library is rejected only after its file has been found.
    await load({ path: await buildStandIn() }).catch(() => undefined);
    await expect(load({})).rejects.toMatchObject(unavailable(new RegExp(`${library}: this process already`)));
  });

  it(
    "is rejected if it belongs to another user, unless the program passes its path",
    needs("the root user"),
    async () => {
      const { folder, library } = await copyArchive();
      chownSync(library, neighbour, neighbour);
      vi.stubEnv("SLASHPASS_SOCIAL_SDK", folder);
      const foreign = new RegExp(`${library}: belongs to another user \\(${neighbour}\\)`);
      await expect(load({})).rejects.toMatchObject(unavailable(foreign));
      await load({ path: await buildStandIn() }).catch(() => undefined);
      const accepted = new RegExp(`${library}: this process already`);
      await expect(load({ path: library })).rejects.toMatchObject(unavailable(accepted));
    },
  );

  it("is rejected if its path is relative", () => {
    expect(() => socialSdk({ path: "a.so" })).toThrow(expect.objectContaining({ code: "invalid_path" }));
  });
});
