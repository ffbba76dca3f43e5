import { describe, expect, it } from "vitest";
import { dev } from "../../../../src/cli/definitions.ts";
import { readPublicUrl, refuseContradictions } from "../../../../src/cli/dev/options.ts";
import { entry } from "../../../../src/cli/frame/run-command.ts";
import { runEntry } from "../../../setup/program/run-entry.ts";

/** Returns the error message for a command line, or an empty string if it is accepted. */
async function refusalOf(line: string): Promise<string> {
  const own = entry(dev, () =>
    Promise.resolve({
      run: (call) => {
        refuseContradictions(call);
        return Promise.resolve({ result: {} });
      },
    }),
  );
  return (await runEntry(own, line.split(" ").slice(1))).stderr.replaceAll("\n", " ");
}

describe("the combination of options", () => {
  it.each([
    ["dev --restore --public-url https://a.example", "--restore cannot be combined"],
    ["dev --restore -- true", "--restore cannot be combined"],
    ["dev --environment a", "--environment requires --public-url"],
    ["dev --yes", "--yes requires --public-url"],
    ["dev --allow-permission-loss", "--allow-permission-loss requires --public-url"],
    ["dev --public-url https://a.example --world a.json", "--world requires the emulator"],
    ["dev --public-url https://a.example --map /a=127.0.0.1:1", "--map requires the emulator"],
    ["dev --public-url https://a.example --no-csp", "--no-csp requires the emulator"],
    ["dev --restore --open", "--open requires the emulator"],
  ])("is rejected in %s", async (line, problem) => {
    expect(await refusalOf(line)).toContain(problem);
  });

  it.each([
    "dev --open --world a.json -- true",
    "dev --public-url https://a.example -e a --yes",
    "dev --restore -e a",
  ])("is accepted in %s", async (line) => {
    expect(await refusalOf(line)).toBe("");
  });
});

describe("the public URL", () => {
  const here = { apiBase: "http://127.0.0.1:1/api" };

  it("gets the path /interactions unless it already has a path", () => {
    expect(readPublicUrl("https://a.example", {})).toBe("https://a.example/interactions");
    expect(readPublicUrl("https://a.example/own?x=1", {})).toBe("https://a.example/own?x=1");
    expect(readPublicUrl("http://127.0.0.1:3000", here)).toBe("http://127.0.0.1:3000/interactions");
  });

  it.each(["a.example", "ftp://a.example", "https://me:secret@a.example", "https://a.example#top"])(
    "rejects %s",
    (url) => {
      expect(() => readPublicUrl(url, {})).toThrow("--public-url must be the address of your tunnel");
    },
  );

  it("must use https for Discord", () => {
    expect(() => readPublicUrl("http://a.example", {})).toThrow("--public-url must begin with https://");
  });
});
