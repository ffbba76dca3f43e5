import { describe, expect, it, test } from "vitest";
import { imageDataUrl, readApplicationSettings } from "../../../../src/resources/index.ts";
import { applicationLimits } from "../../../../src/wire/limits.ts";
import { pngBytes } from "../../../setup/application-settings.ts";

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");
const read = (icon: string) => readApplicationSettings({ icon }).icon;

describe("the type determined from the bytes", () => {
  it.each([
    ["image/png", pngBytes],
    ["image/jpeg", Uint8Array.from([0xff, 0xd8, 0xff, 0xe0])],
    ["image/gif", Uint8Array.from(Buffer.from("GIF89a"))],
  ])("is %s", (type, bytes) => {
    const url = imageDataUrl(bytes);
    expect(url).toBe(`data:${type};base64,${base64(bytes)}`);
    expect(read(url)).toBe(url);
  });
});

test("encodes a large image completely", () => {
  const bytes = new Uint8Array(100_000).map((_, index) => index % 251);
  bytes.set(pngBytes);
  expect(imageDataUrl(bytes)).toBe(`data:image/png;base64,${base64(bytes)}`);
});

test("rejects bytes that are not a supported image", () => {
  expect(() => imageDataUrl(Uint8Array.from([1, 2, 3]))).toThrow("bytes is not a PNG, JPEG or GIF");
  expect(() => imageDataUrl("png" as never)).toThrow("bytes is a string, but must be a Uint8Array");
});

test("limits an image to 10 MiB", () => {
  const most = new Uint8Array(applicationLimits.imageBytes);
  most.set(pngBytes);
  expect(read(imageDataUrl(most))).toHaveLength(Math.ceil(most.length / 3) * 4 + 22);
  const large = new Uint8Array(most.length + 1);
  large.set(pngBytes);
  expect(() => imageDataUrl(large)).toThrow("bytes is too large: the limit for images is 10485760 bytes.");
  const url = `data:image/png;base64,${base64(large)}`;
  expect(() => read(url)).toThrow("application.icon is too large");
  expect(() => read(`${url}${"A".repeat(400)}`)).toThrow("application.icon is too large");
});

describe("an invalid data URL", () => {
  it.each([
    ["https://game.example/icon.png", "a base64 data: URL of a PNG, JPEG or GIF"],
    ["data:image/webp;base64,UklGRg==", "a base64 data: URL of a PNG, JPEG or GIF"],
    [`data:image/png;base64,${base64(pngBytes)}A`, "a base64 data: URL of a PNG, JPEG or GIF"],
    ["data:image/png;base64,", "a base64 data: URL of a PNG, JPEG or GIF"],
    ["data:image/png;base64,iVBO=w==", "a base64 data: URL of a PNG, JPEG or GIF"],
    ["data:image/png;base64,iVB=", "has the type image/png, but its bytes do not match that type"],
    ["data:image/png;base64,iV=B", "a base64 data: URL of a PNG, JPEG or GIF"],
    [`data:image/jpeg;base64,${base64(pngBytes)}`, "application.icon has the type image/jpeg"],
  ])("is rejected: %s", (icon, message) => {
    expect(() => read(icon)).toThrow(message);
  });
});
