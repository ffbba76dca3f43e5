import { describe, expect, it } from "vitest";
import { fixedPrivateKey, withIdentities } from "../../../../src/cli/emulator/fixed-world.ts";
import type { WorldInit } from "../../../../src/emulator/index.ts";
import { EmulatorApplication } from "../../../../src/emulator/state/application.ts";

const created = (world: WorldInit) =>
  (withIdentities(world).applications ?? []).map((init) => new EmulatorApplication(init));

describe("withIdentities", () => {
  it("assigns the same id, keys and secrets on every start", () => {
    const [application] = created({});
    expect(application).toMatchObject({
      id: "1000000000000001",
      publicKey: "bbf58ee117ed8eff3f2db0e038529ffb23739d9561ec70ceb5dc6df8d8be1e4c",
    });
    expect(application?.privateKeyHex).toBe(fixedPrivateKey());
    expect(application?.clientSecret).toMatch(/^[\w-]{32}$/);
    expect(application?.botToken).toMatch(/^MTAwMDAwMDAwMDAwMDAwMQ\.[\w-]{6}\.[\w-]{38}$/);
  });

  it("assigns distinct ids, keys and secrets but keeps those that the world specifies", () => {
    const secret = "a-secret-of-the-person";
    const all = created({ applications: [{}, {}, { id: "77" }, { id: 78n, clientSecret: secret }] });
    expect(all.map(({ id }) => id)).toEqual(["1000000000000001", "1000000000000101", "77", "78"]);
    for (const field of ["publicKey", "clientSecret", "botToken"] as const)
      expect(new Set(all.map(({ [field]: value }) => value)).size).toBe(4);
    expect(all[3]?.clientSecret).toBe(secret);
  });

  it.each(["a text", [null], [[]], ["a text"]])(
    "leaves invalid applications for the emulator to reject: %j",
    (given) => {
      const applications = given as unknown as WorldInit["applications"];
      expect(withIdentities({ applications })).toEqual({ applications });
    },
  );
});
