import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { Avatars } from "../../../src/electron/avatars.ts";
import { temporaryFolder } from "../../setup/temporary-folder.ts";

const png = Buffer.from("89504e470d0a1a0a00", "hex");
const url = "https://images.example/avatars/1/a.webp";

function avatars(respond: () => Response | Promise<Response>, folder = join(temporaryFolder(), "images")) {
  const requests: string[] = [];
  const fetch = async (requested: string) => {
    requests.push(requested);
    return respond();
  };
  return { requests, folder, images: new Avatars(fetch, () => folder) };
}

describe("an avatar", () => {
  it.each([
    ["image/png", png],
    ["image/webp", Buffer.from("RIFF1234WEBPVP8 ")],
    ["image/gif", Buffer.from("GIF89a")],
    ["image/jpeg", Buffer.from("ffd8ffe0", "hex")],
  ])("is returned as a data: URL with its actual type %s", async (type, bytes) => {
    const headers = { "content-type": "text/html" };
    const { images } = avatars(() => new Response(bytes, { headers }));
    expect(await images.load(url)).toBe(`data:${type};base64,${bytes.toString("base64")}`);
  });

  it.each<[string, () => Response | Promise<Response>]>([
    ["is not an image", () => new Response("<svg onload='alert(1)'>")],
    ["is larger than 512 KiB", () => new Response(Buffer.concat([png, Buffer.alloc(512 * 1024)]))],
    ["is missing", () => new Response(png, { status: 404 })],
    ["cannot be fetched", () => Promise.reject(new TypeError("fetch failed"))],
  ])("is omitted and later requested again if it %s", async (_name, respond) => {
    const { images, requests, folder } = avatars(respond);
    expect(await images.load(url)).toBeUndefined();
    expect(await images.load(url)).toBeUndefined();
    expect(requests).toHaveLength(2);
    expect(() => readdirSync(folder)).toThrow("ENOENT");
  });

  it("is not requested over http from another machine", async () => {
    const { images, requests } = avatars(() => new Response(png));
    expect(await images.load("http://images.example/a.png")).toBeUndefined();
    expect(requests).toEqual([]);
  });

  it("is requested only once and loaded from disk after a restart", async () => {
    const { images, requests, folder } = avatars(() => new Response(png));
    expect(await images.load(url)).toBe(await images.load(url));
    expect(requests).toEqual([url]);
    const later = avatars(() => Promise.reject(new TypeError("fetch failed")), folder);
    expect(await later.images.load(url)).toMatch(/^data:image\/png/);
    expect(later.requests).toEqual([]);
  });

  it("is deleted when it is no longer needed", async () => {
    const { images, requests, folder } = avatars(() => new Response(png));
    await images.load(url);
    await images.forget(url);
    expect(readdirSync(folder)).toEqual([]);
    await images.load(url);
    expect(requests).toHaveLength(2);
    await expect(
      avatars(() => new Response(png), "/nonexistent").images.forget(url),
    ).resolves.toBeUndefined();
  });

  it("is requested again if its file is damaged, and at most 16 files are kept", async () => {
    const { images, folder } = avatars(() => new Response(png));
    for (let index = 0; index < 40; index += 1) await images.load(`${url}?${index}`);
    expect(readdirSync(folder).length).toBeLessThanOrEqual(16);
    for (const name of readdirSync(folder)) writeFileSync(join(folder, name), "damaged");
    const later = avatars(() => new Response(png), folder);
    expect(await later.images.load(`${url}?39`)).toMatch(/^data:image\/png/);
    expect(later.requests).toHaveLength(1);
  });
});
