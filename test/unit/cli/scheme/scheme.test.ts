import { beforeEach, describe, expect, it, vi } from "vitest";
import type { RedirectSchemeStatus } from "slashpass";
import { entriesOf } from "../../../../src/cli/frame/run-command.ts";
import { scheme as definitions } from "../../../../src/cli/scheme/definitions.ts";
import { register, type SchemeLibrary, status, unregister } from "../../../../src/cli/scheme/scheme.ts";
import { ClientError, ErrorType } from "../../../../src/core/errors.ts";
import { oneLine } from "../../../setup/program/one-line.ts";
import { runEntry } from "../../../setup/program/run-entry.ts";
import { readObject } from "../../../setup/program/schema.ts";

const applicationId = "123456789012345678";
const scheme = `discord-${applicationId}`;
const ours = { owner: "game.desktop", isOurs: true, isStale: false };
const leftover = { applicationId: "1", program: "/gone\u{1b}[2J" };
const leftoverEntry = { owner: "game.desktop", isOurs: false, isStale: false, leftover };

const library = {
  register: vi.fn<SchemeLibrary["register"]>(),
  unregister: vi.fn<SchemeLibrary["unregister"]>(),
  status: vi.fn<SchemeLibrary["status"]>(),
};
beforeEach(() => {
  library.register.mockReset();
  library.unregister.mockReset();
  library.status.mockReset().mockReturnValue(ours);
});

const entries = entriesOf(definitions, () =>
  Promise.resolve({
    register: (call) => register(call, library),
    status: (call) => status(call, library),
    unregister: (call) => unregister(call, library),
  }),
);

async function run(name: keyof typeof definitions, ...words: string[]) {
  const own = entries.find(({ definition }) => definition === definitions[name]) ?? expect.unreachable();
  const { code, stdout, stderr } = await runEntry(own, words, {
    env: { SLASHPASS_APPLICATION_ID: applicationId },
  });
  return { code, stdout, text: oneLine(stdout), stderr };
}

describe("slashpass scheme register", () => {
  it("registers the scheme with the options and prints its owner", async () => {
    const words = ["--scheme", "com.example.game", "--title", "My Game", "--replace"];
    const { code, text } = await run("register", ...words);
    expect([code, text]).toEqual([0, "com.example.game is registered for this application (game.desktop)."]);
    expect(library.register).toHaveBeenCalledWith({
      applicationId,
      scheme: "com.example.game",
      name: "My Game",
      replace: true,
    });
  });

  it("registers the application's scheme by default, but does not replace another owner", async () => {
    const { stdout } = await run("register", "--json");
    expect(readObject(stdout).result).toEqual({ scheme, ...ours });
    const defaults = { name: undefined, replace: undefined };
    expect(library.register).toHaveBeenCalledWith({ applicationId, scheme, ...defaults });
  });

  it("prints a hint if another program owns the scheme", async () => {
    library.register.mockImplementation(() => {
      const texts = { message: "Taken.", hint: "Replace it." };
      throw new ClientError({ type: ErrorType.Disabled, code: "scheme_taken", ...texts });
    });
    const { code, stderr } = await run("register");
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^slashpass: Taken\.\n[^]*--replace'/)]);
  });

  it("names the scheme's previous owner", async () => {
    library.status.mockReturnValueOnce(leftoverEntry);
    expect((await run("register")).text).toBe(
      String.raw`${scheme} was taken over from application 1, whose program no longer exists (/gone\u001b[2J). ` +
        `${scheme} is registered for this application (game.desktop).`,
    );
  });
});

it.each<[string, RedirectSchemeStatus, number, RegExp]>([
  ["the application's own registration", ours, 0, /is registered for this application \(game\.desktop\)\.$/],
  ["a stale registration", { ...ours, isStale: true }, 3, /scheme register' to repair it/],
  ["an unregistered scheme", { isOurs: false, isStale: false }, 3, /^No program is registered for/],
  [
    "another program's registration, with control characters escaped",
    { owner: "other\u{1b}[2J", isOurs: false, isStale: false },
    3,
    /another program: other\\u001b\[2J\. .*--replace/,
  ],
  [
    "a leftover registration",
    leftoverEntry,
    3,
    /left over from application 1, whose program no longer exists \(\/gone\\u001b\[2J\)\. .*to remove it, run '.*unregister'/,
  ],
])("shows the status for %s", async (_name, found, expected, text) => {
  library.status.mockReturnValue(found);
  const output = await run("status");
  expect([output.code, output.text]).toEqual([expected, expect.stringMatching(text)]);
  const { code, stdout } = await run("status", "--json");
  expect([code, readObject(stdout).result]).toEqual([expected, { scheme, ...found }]);
  expect(library.status).toHaveBeenCalledWith({ applicationId, scheme });
});

it.each([
  [true, undefined, /is no longer registered/],
  [false, undefined, /was not registered for this application; nothing was changed/],
  [
    true,
    leftover,
    /was left over from application 1, whose program no longer exists .* and has been removed\./,
  ],
  [false, leftover, /nothing was changed/],
])("reports whether a registration was removed: %s %j", async (removed, remaining, text) => {
  library.unregister.mockReturnValue(removed);
  const left = remaining && { leftover: remaining };
  library.status.mockReturnValue({ isOurs: false, isStale: false, ...left });
  expect(await run("unregister")).toMatchObject({ code: 0, text: expect.stringMatching(text) });
  const { stdout } = await run("unregister", "--json");
  expect(readObject(stdout).result).toEqual({ scheme, removed, ...(removed && left) });
});
