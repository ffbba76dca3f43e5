import { expect, test } from "vitest";
import { parseBaseUrl } from "../../../../src/core/request/addresses.ts";

test.each([
  ["https://discord.com/api/v10", "https://discord.com/api/v10"],
  ["https://discord.com/api/v10/", "https://discord.com/api/v10"],
  ["https://mydiscordapp.com/api", "https://mydiscordapp.com/api"],
  ["http://127.0.0.1:8080", "http://127.0.0.1:8080"],
  ["http://localhost/api", "http://localhost/api"],
  ["http://[::1]:80/api", "http://[::1]/api"],
])("accepts %s", (value, url) => {
  expect(parseBaseUrl(value, "apiBase")).toBe(url);
});

test.each([
  "http://discord.com",
  "http://127.0.0.1.example.com",
  "http://localhost.example.com",
  "ftp://127.0.0.1",
  "https://user:pass@discord.com",
  "https://discord.com/?a",
  "https://discord.com/?",
  "https://discord.com/#",
  "https://discord.com/#a",
  "discord.com",
  "https://discordapp.com/api/v10",
  "https://ptb.discordapp.com/api",
  "",
  undefined,
])("rejects %s", (value) => {
  expect(() => parseBaseUrl(value, "apiBase")).toThrowError(
    expect.objectContaining({ code: "invalid_base_url" }),
  );
});
