import { afterEach, describe, expect, it, vi } from "vitest";
import { ClientError, ErrorType } from "../../../src/core/errors.ts";
import { Problems } from "../../../src/electron/problems.ts";
import { loadModulesAnew } from "../../setup/load-modules-anew.ts";

afterEach(() => vi.restoreAllMocks());

const failure = new ClientError({
  type: ErrorType.Disabled,
  code: "store_failed",
  message: "Full.",
  hint: "Free some space.",
});

describe("a problem", () => {
  it("has the error's code and a message in the player's language, which is determined only once", async () => {
    const errors: ClientError[] = [];
    const language = vi.fn(() => "de");
    const text =
      "Deine Anmeldung konnte auf diesem Computer nicht gespeichert werden. Starte das Spiel neu und versuche es noch einmal.";
    const problems = new Problems(language, (error) => void errors.push(error));
    for (const _ of [1, 2]) expect(await problems.describe(failure)).toEqual({ code: "store_failed", text });
    expect(language).toHaveBeenCalledOnce();
    expect(errors).toEqual([failure, failure]);
  });

  it("has an English message if the translations are missing", async () => {
    loadModulesAnew();
    vi.doMock("../../../src/index.ts", () => ({ playerMessage: () => Promise.reject(failure) }));
    const fresh = await import("../../../src/electron/problems.ts");
    vi.doUnmock("../../../src/index.ts");
    const problems = new fresh.Problems(
      () => "de",
      () => undefined,
    );
    expect(await problems.translate("timeout")).toMatchObject({ text: "That did not work. Try again." });
  });

  it("is emitted as a process warning by default or if onError throws, but never with the thrown message", async () => {
    const warn = vi.spyOn(process, "emitWarning").mockReturnValue();
    new Problems(() => "de", undefined).report(failure);
    const throwing = () => {
      throw new Error("a-secret");
    };
    new Problems(() => "de", throwing).report(failure);
    expect(warn.mock.calls).toEqual([
      ["Full.", { type: "slashpass", code: "store_failed", detail: "Free some space." }],
      ["onError threw an error.", expect.objectContaining({ code: "callback_failed" })],
    ]);
  });

  it("is not reported if the operation was canceled", async () => {
    const onError = vi.fn();
    const aborted = new ClientError({ type: ErrorType.Aborted, code: "aborted", message: "Aborted." });
    await new Problems(() => "de", onError).describe(aborted);
    expect(onError).not.toHaveBeenCalled();
  });
});
