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

  it("keeps its initial properties", () => {
    const init = {
      id: 7n,
      name: "Reef",
      publicClient: false,
      redirectUris: ["http://127.0.0.1/elsewhere"],
      guilds: ["8", 9n],
      integrationTypes: [1],
      players: ["Ada"],
      permissions: "2048",
      discoverable: true,
    } as const;
    expect(new EmulatorApplication(init)).toMatchObject({ ...init, id: "7", guilds: ["8", "9"] });
    const entitlements = [{ player: "Ada", sku: 5n }];
    expect(new EmulatorApplication({ entitlements }).entitlements).toMatchObject([
      { id: expect.stringMatching(/^\d+$/), player: "Ada", sku: "5" },
    ]);
    expect(() => new EmulatorApplication({ id: "nobody" })).toThrow(
      expect.objectContaining({ code: "invalid_id" }),
    );
  });

  it("hides its secrets when printed", () => {
    const application = new EmulatorApplication();
    const printed = inspect(application, { depth: 9, showHidden: true }) + JSON.stringify(application);
    expect(printed).toContain(application.publicKey);
    expect(printed).not.toContain(application.clientSecret);
    expect(printed).not.toContain(application.botToken);
  });
});
