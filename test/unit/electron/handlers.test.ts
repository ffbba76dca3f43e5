import { describe, expect, it } from "vitest";
import { ClientError, ErrorType } from "../../../src/core/errors.ts";
import { Handlers, type TokenHandler } from "../../../src/electron/handlers.ts";

function call(handler: TokenHandler, ...args: readonly unknown[]): Promise<unknown> {
  const handlers = new Handlers();
  handlers.add("test", handler);
  return handlers.call({ name: "test", args }, async (rejected) =>
    rejected === undefined ? "token-1" : "token-2",
  );
}

describe("account.handle", () => {
  it("calls the handler with the token and the page's arguments and returns the result", async () => {
    expect(await call((token, a, b) => [token.length, Number(a) + Number(b)], 1, 2)).toEqual([7, 3]);
  });

  it("calls the handler again with a new token after a ClientError with status 401", async () => {
    const tokens: string[] = [];
    const init = { type: ErrorType.HTTPError, code: "http_error", message: "no", status: 401 } as const;
    const handler = (token: string) => {
      tokens.push(token);
      if (token === "token-1") throw new ClientError(init);
      return "done";
    };
    expect(await call(handler)).toBe("done");
    expect(tokens).toEqual(["token-1", "token-2"]);
  });

  it("replaces errors that may contain the token", async () => {
    const failing = call((token: string) => Promise.reject(new Error(`failed with ${token}`)));
    await expect(failing).rejects.toMatchObject({
      code: "callback_failed",
      message: 'The handler "test" threw an error.',
    });
    const own = call((token: string) => {
      throw new ClientError({
        type: ErrorType.HTTPError,
        code: "http_error",
        message: `failed with ${token} (${Buffer.from(token).toString("hex")})`,
      });
    });
    await expect(own).rejects.toMatchObject({
      code: "http_error",
      message: "failed with [secret] ([secret])",
    });
  });

  it.each<[string, TokenHandler]>([
    ["a function", () => () => undefined],
    ["a nested symbol", () => ({ nested: [Symbol("a")] })],
    ["the token", (token: string) => token],
    ["an object with the token", (token: string) => ({ headers: { authorization: `Bearer ${token}` } })],
    ["the token in a two-byte string", (token: string) => `漢字 ${token}`],
  ])("rejects %s as a result", async (_name, handler) => {
    await expect(call(handler)).rejects.toMatchObject({ code: "invalid_answer" });
  });

  it("rejects unknown and removed names and a second handler for the same name", async () => {
    const handlers = new Handlers();
    const remove = handlers.add("test", () => 1);
    expect(() => handlers.add("test", () => 2)).toThrow(expect.objectContaining({ code: "duplicate" }));
    remove();
    const tokens = () => Promise.resolve("token");
    for (const name of ["test", "toString"])
      await expect(handlers.call({ name, args: [] }, tokens)).rejects.toMatchObject({
        code: "invalid_argument",
      });
  });
});
