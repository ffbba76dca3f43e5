import { describe, expect, it } from "vitest";
import { curlOf } from "../../../../src/emulator/page/shown-exchange.ts";
import { keepPart } from "../../../../src/emulator/outbound/exchanges.ts";
import { outputOf } from "../../../setup/child-process.ts";
import { exchangeOf } from "../../../setup/emulator/exchange.ts";

const base = "http://127.0.0.1:4000";

/** Returns the arguments that bash passes to the program. */
async function argumentsOf(line: string | undefined): Promise<readonly string[]> {
  const program = `curl() { printf '%s\\0' "$@"; }; ${line}`;
  const stdout = await outputOf("bash", ["-c", program], { env: { DISCORD_BOT_TOKEN: "given" } });
  return stdout.split("\0").slice(0, -1);
}

describe("curlOf", () => {
  it("reproduces an interaction byte for byte", async () => {
    const body = JSON.stringify({ token: "made here", text: "it's $HOME `id` \\ \u009b\u202e\u2028 🎲" });
    const headers = { "x-signature-ed25519": "ab", "x-signature-timestamp": "1" };
    expect(await argumentsOf(curlOf(exchangeOf({ body, headers }), base))).toEqual([
      "-X",
      "POST",
      "http://127.0.0.1:3000/interactions",
      "-H",
      "content-type: application/json",
      "-H",
      "x-signature-ed25519: ab",
      "-H",
      "x-signature-timestamp: 1",
      "--data-raw",
      body,
    ]);
  });

  it("contains only printable ASCII characters", () => {
    const line = curlOf(exchangeOf({ body: '"\u001b[201~\u009b\u202e\u200b\u2028"' }), base);
    expect(line).toMatch(/^[\x20-\x7e\n]+$/);
  });

  it("contains no credentials of the application or the developer", async () => {
    const [url, headers] = [
      "/api/v10/applications/1/commands?a=1",
      { authorization: "Bot t.o.k", "x-other": "s", cookie: "s" },
    ];
    const asked = curlOf(exchangeOf({ from: "application", method: "GET", url, headers }), base);
    expect(await argumentsOf(asked)).toEqual([
      "-X",
      "GET",
      `${base}/api/v10/applications/1/commands?a=1`,
      "-H",
      "content-type: application/json",
      "-H",
      "authorization: Bot given",
    ]);
    const bearer = exchangeOf({ from: "application", url, headers: { authorization: "Bearer t" } });
    expect(curlOf(bearer, base)).toContain('"authorization: Bearer $DISCORD_ACCESS_TOKEN"');
    const address = "https://me:pass@game.example/in?key=secret&key=other&x=y";
    const sent = curlOf(exchangeOf({ url: address }), base) ?? "";
    expect(sent).toContain("'https://hidden:hidden@game.example/in?key=hidden&x=hidden'");
    expect(curlOf(exchangeOf({ url: "https://:pass@game.example/" }), base)).not.toContain("pass");
  });

  it("returns `undefined` for a handler, a form with files, and a truncated body", () => {
    expect(curlOf(exchangeOf({ url: undefined }), base)).toBeUndefined();
    const form = exchangeOf({ body: "--x", headers: { "content-type": "multipart/form-data; boundary=x" } });
    expect(curlOf(form, base)).toBeUndefined();
    expect(curlOf(exchangeOf({ request: keepPart([], Buffer.from("x"), 70_000) }), base)).toBeUndefined();
    expect(curlOf(exchangeOf({ request: keepPart([], Buffer.from("x")) }), base)).toBeUndefined();
  });
});
