import { inflateSync } from "node:zlib";
import { afterAll, describe, expect, it } from "vitest";
import { Client, memoryTokenStore } from "../../../../src/index.ts";
import { startEmulator } from "../../../../src/emulator/index.ts";

const emulator = await startEmulator();
afterAll(() => emulator.close());

async function fetchImage(url: string): Promise<Buffer> {
  const response = await fetch(url);
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("image/png");
  return Buffer.from(await response.arrayBuffer());
}

describe("images of the emulator", () => {
  it("include the avatar of a player's avatarUrl", async () => {
    const client = new Client({
      ...emulator.clientOptions(),
      openBrowser: emulator.player("Ada").browser(),
      store: memoryTokenStore(),
    });
    const session = await client.signIn({ scopes: "openid identify" });
    for (const player of [session.player, await session.user()]) {
      const url = player?.avatarUrl() ?? "";
      expect(url.startsWith(`${emulator.webBase}/embed/avatars/`)).toBe(true);
      expect((await fetchImage(url)).subarray(1, 4).toString()).toBe("PNG");
    }
    await client.close();
  });

  it("are valid for every kind of image path", async () => {
    for (const path of ["avatars/1/ab.webp", "icons/1/ab.png", "app-icons/1/ab.png", "banners/1/ab.jpg"]) {
      const png = await fetchImage(`${emulator.webBase}/${path}?size=64`);
      expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([256, 256]);
      const data = png.indexOf("IDAT");
      const pixels = inflateSync(png.subarray(data + 4, data + 4 + png.readUInt32BE(data - 4)));
      expect(pixels).toHaveLength(256 * 33);
    }
  });
});
