import { describe, expect, it, test } from "vitest";
import { ApiClient } from "../../../src/resources/index.ts";
import { applicationId } from "../../setup/commands/samples.ts";

const credential = { botToken: "bot-token-of-the-test" };

describe("new ApiClient", () => {
  it.each([
    [null, "options is null, but must be an object"],
    [undefined, "options.applicationId is missing"],
    [{ applicationId }, "options.credential is empty"],
    [{ applicationId, credential: {} }, "options.credential is empty"],
    [{ applicationId: 5, credential }, "options.applicationId is a JavaScript number"],
    [{ applicationId, credential, profile: "live" }, "options.profile does not exist"],
    [{ applicationId, credential, apibase: "x" }, "Did you mean options.apiBase?"],
    [{ applicationId, credential, onWait: 5 }, "options.onWait is a number, but must be a function."],
    [{ applicationId, credential, timeoutMs: 0 }, "options.timeoutMs is 0, but must be"],
  ])("rejects %j", (options, message) => {
    expect(() => new ApiClient(options as never)).toThrow(message);
  });
});

test("rejects an invalid id immediately", () => {
  const api = new ApiClient({ applicationId, credential });
  expect(() => api.channel("general")).toThrow("channelId is not an id");
});
