import { beforeEach, expect, test, vi } from "vitest";
import type { redirectSchemeStatus, registerRedirectScheme } from "slashpass";
import { type Call, entry } from "../../../../src/cli/frame/run-command.ts";
import { registerDefinition } from "../../../../src/cli/scheme/definitions.ts";
import { run } from "../../../../src/cli/scheme/register.ts";
import { ClientError, ErrorType } from "../../../../src/core/errors.ts";
import { runEntry } from "../../../setup/program/run-entry.ts";
import { readObject } from "../../../setup/program/schema.ts";

const applicationId = "123456789012345678";
const status = { owner: "game.desktop", isOurs: true, isStale: false };
const look = vi.fn<typeof redirectSchemeStatus>();
const register = vi.fn<typeof registerRedirectScheme>();
const own = entry(registerDefinition, () =>
  Promise.resolve({ run: (call: Call<typeof registerDefinition.options>) => run(call, register, look) }),
);
const runWith = (...words: string[]) =>
  runEntry(own, words, { env: { SLASHPASS_APPLICATION_ID: applicationId } });

beforeEach(() => {
  look.mockReset().mockReturnValue(status);
  register.mockReset();
});

test("registers the scheme with the options, and prints its owner", async () => {
  const { code, stdout } = await runWith("--scheme", "com.example.game", "--title", "My Game", "--replace");
  expect([code, stdout]).toEqual([
    0,
    "com.example.game is registered for this application (game.desktop).\n",
  ]);
  expect(register).toHaveBeenCalledWith({
    applicationId,
    scheme: "com.example.game",
    name: "My Game",
    replace: true,
  });
});

test("registers the application's scheme by default, without replacing another owner", async () => {
  const { stdout } = await runWith("--json");
  expect(readObject(stdout).result).toEqual({ scheme: `discord-${applicationId}`, ...status });
  const [asked] = register.mock.calls[0] ?? [];
  expect([asked?.name, asked?.replace === true]).toEqual([undefined, false]);
});

test("gives a hint if another program owns the scheme", async () => {
  register.mockImplementation(() => {
    throw new ClientError({
      type: ErrorType.Disabled,
      code: "scheme_taken",
      message: "Taken.",
      hint: "Replace it.",
    });
  });
  const { code, stderr } = await runWith();
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^slashpass: Taken\.\n[^]*--replace'/)]);
});

test("names the application that owned the scheme before", async () => {
  const leftover = { applicationId: "1", program: "/gone/game" };
  look.mockReturnValueOnce({ owner: "game.desktop", isOurs: false, isStale: false, leftover });
  const { code, stdout } = await runWith("--scheme", "com.example.game");
  expect(code).toBe(0);
  expect(stdout.replace(/\s+/g, " ")).toBe(
    "com.example.game was taken over from the application 1, whose program is gone (/gone/game). " +
      "com.example.game is registered for this application (game.desktop). ",
  );
});
