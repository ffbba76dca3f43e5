import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { EmulatorApplication } from "../../../../src/emulator/state/application.ts";

describe("an emulator application", () => {
  it("is public and installed everywhere by default", () => {
    const application = new EmulatorApplication();
    expect(application).toMatchObject({
      name: "Example Game",
      publicClient: true,
      redirectUris: [
        "http://127.0.0.1/callback",
        "http://[::1]/callback",
        `discord-${application.id}:/authorize/callback`,
      ],
      integrationTypes: [0, 1],
      discoverable: false,
      publicKey: expect.stringMatching(/^[\da-f]{64}$/),
    });
    expect([application.guilds, application.interactionsEndpoint]).toEqual([undefined, undefined]);
  });

  it("hides its secrets when printed", () => {
    const application = new EmulatorApplication();
    const printed = inspect(application, { depth: 9, showHidden: true }) + JSON.stringify(application);
    expect(printed).toContain(application.publicKey);
    expect(printed).not.toContain(application.clientSecret);
    expect(printed).not.toContain(application.botToken);
  });
});
