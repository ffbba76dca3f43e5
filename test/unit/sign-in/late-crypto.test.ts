import * as crypto from "node:crypto";
import { expect, it } from "vitest";
import { lateCrypto } from "../../../src/sign-in/code-verifier.ts";

it("It is Node's own", () => {
  expect(lateCrypto().randomBytes).toBe(crypto.randomBytes);
});
