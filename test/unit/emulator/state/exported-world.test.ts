import { describe, expect, it } from "vitest";
import { startEmulator } from "../../../../src/emulator/index.ts";
import { fullWorld } from "../../../setup/emulator/full-world.ts";

describe("an exported world", () => {
  it("creates another emulator with the same world", async () => {
    await using first = await startEmulator({ world: fullWorld });
    const world = first.exportWorld();
    await using second = await startEmulator({ world });
    expect(second.exportWorld()).toEqual(world);
    expect(second.applications.map(({ id, name, guilds }) => ({ id, name, guilds }))).toEqual(
      first.applications.map(({ id, name, guilds }) => ({ id, name, guilds })),
    );
    expect(JSON.stringify(world)).toContain('"privilegedIntents":true');
  });

  it("includes later additions, and commands without ids", async () => {
    await using emulator = await startEmulator();
    emulator.addGuild({ id: "77", name: "Reef", roles: [{ id: "78", name: "Diver" }] });
    emulator.addPlayer({ id: "79", name: "Kim" });
    emulator.addApplication({ id: "80", commands: [{ name: "wave", description: "Wave." }] });
    const { guilds, players, applications } = emulator.exportWorld();
    expect(guilds?.[1]).toMatchObject({ id: "77", name: "Reef", roles: [{ id: "78", name: "Diver" }] });
    expect(players?.[2]).toEqual({ id: "79", name: "Kim", username: "kim", locale: "en-US", adult: true });
    expect(applications?.[1]?.commands).toEqual([expect.objectContaining({ name: "wave" })]);
    expect(applications?.[1]?.commands?.[0]).not.toHaveProperty("id");
  });

  it("contains no keys or secrets", async () => {
    await using emulator = await startEmulator({ world: fullWorld });
    const text = JSON.stringify(emulator.exportWorld());
    for (const application of emulator.applications) {
      const { clientSecret, botToken, privateKeyHex } = application;
      for (const secret of [clientSecret, botToken, privateKeyHex]) expect(text).not.toContain(secret);
    }
  });
});
