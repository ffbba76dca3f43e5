import { describe, expect, it } from "vitest";
import { readActivity } from "../../../../src/cli/emulator/activity-option.ts";

const none = { activity: undefined, map: [], csp: true };

describe("readActivity", () => {
  it("returns `undefined` without options", () => {
    expect(readActivity(none)).toBeUndefined();
  });

  it("maps / to the page, after the mappings of other prefixes", () => {
    const options = {
      activity: "http://127.0.0.1:5173/",
      map: ["/api=http://localhost:3000/v1"],
      csp: false,
    };
    expect(readActivity(options)).toEqual({
      mappings: [
        { prefix: "/api", target: "localhost:3000/v1" },
        { prefix: "/", target: "127.0.0.1:5173/" },
      ],
      csp: false,
    });
  });

  it.each([
    [{ activity: "127.0.0.1:5173" }, "--activity takes the http URL of a server on this machine"],
    [{ activity: "https://127.0.0.1:5173" }, "--activity takes the http URL of a server on this machine"],
    [{ activity: "http://127.0.0.1:5173/?x" }, "--activity takes the http URL of a server on this machine"],
    [{ map: ["/api"] }, "--map takes a prefix and its target, such as /api=127.0.0.1:3000, not '/api'."],
    [{ map: ["api=127.0.0.1:3000"] }, "--map takes a prefix and its target"],
    [{ csp: false }, "--no-csp requires --activity."],
  ])("rejects %j", (options, message) => {
    expect(() => readActivity({ ...none, ...options })).toThrow(
      expect.objectContaining({ code: "misunderstood", message: expect.stringContaining(message) }),
    );
  });
});
