import { expect, test } from "vitest";
import { fixedWorld } from "../../../../src/cli/emulator/fixed-world.ts";
import { EmulatorApplication } from "../../../../src/emulator/state/application.ts";

test("what is there at every start has these ids and keys", () => {
  const application = new EmulatorApplication(fixedWorld.applications?.[0]);
  expect(application).toMatchObject({
    id: "1000000000000001",
    publicKey: "8fb232a7717b983b3d01f42d60b168458e7ca7bd2972452e1edc21990cdfbfb7",
  });
  expect(application.clientSecret).toMatch(/^[\w-]{32}$/);
  expect(application.botToken).toMatch(/^MTAwMDAwMDAwMDAwMDAwMQ\.[\w-]{6}\.[\w-]{38}$/);
});
