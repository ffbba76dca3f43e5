import { expect, it } from "vitest";
import { DevicePrompt } from "../../../src/tokens/device-prompt.ts";

const fields = {
  userCode: "WDJB-MJHT",
  verificationUri: "https://service.example/activate",
  verificationUriComplete: "https://service.example/activate?user_code=WDJB-MJHT",
  expiresIn: 300,
};
const address = fields.verificationUri;

it("encodes the address with the code in the QR code, if available", () => {
  const prompt = new DevicePrompt(fields);
  const complete = new DevicePrompt({ ...fields, verificationUri: fields.verificationUriComplete });
  const plain = new DevicePrompt({ ...fields, verificationUriComplete: undefined });
  expect(prompt.qrText()).toBe(complete.qrText());
  expect(plain.qrText()).not.toBe(prompt.qrText());
  expect(plain).toMatchObject({ userCode: "WDJB-MJHT", verificationUri: address, expiresIn: 300 });
});

it("returns the QR code as an image for the game's own screen", () => {
  const [head = "", data = ""] = new DevicePrompt(fields).qrDataUrl().split(",");
  expect(head).toBe("data:image/svg+xml;base64");
  expect(Buffer.from(data, "base64").toString()).toMatch(/^<svg .*<\/svg>$/s);
});

it("surrounds the QR code with a quiet zone of four modules, which scanners need", () => {
  const prompt = new DevicePrompt(fields);
  // One character shows two modules, one above the other.
  const rows = prompt.qrText().split("\n");
  for (const row of rows.slice(0, 2)) expect(row).toMatch(/^█+$/);
  for (const row of rows.slice(0, -1)) expect(row).toMatch(/^████.+████$/);
  expect(rows[2]).not.toMatch(/^█████/);
  const image = Buffer.from(prompt.qrDataUrl().split(",")[1] ?? "", "base64").toString();
  const [, size] = /viewBox="0 0 (\d+) \d+"/.exec(image) ?? [];
  // A QR code of version 3 has 29 modules.
  expect(rows[0]).toHaveLength(29 + 8);
  expect(Number(size) % (29 + 8)).toBe(0);
});
