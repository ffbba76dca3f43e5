import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/**
 * In Node 20 the collector ends the generation of a key by waiting for that key; where it comes while the key is written as a
 * JWK, which holds it, the process stands for ever. A key that is made from its bytes is not the one that was generated.
 */
const mayHang = (source: string): boolean =>
  /\bgenerateKeyPair/.test(source) &&
  /format: "jwk"|exportKey\("jwk"/.test(source) &&
  !/\bprivateKeyEncoding: \{/.test(source);

test("no key is written as a JWK by whom it was generated", () => {
  const files = ["src", "examples", "scripts", "test"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((path) => /\.(?:[jt]sx?|mjs)$/.test(path) && !path.includes("node_modules"))
      .map((path) => `${folder}/${path}`),
  );
  const hanging = files.filter((file) => mayHang(readFileSync(file, "utf8")));
  expect(hanging).toEqual([]);
});

test.each([
  'generateKeyPairSync("ed25519").privateKey.export({ format: "jwk" })',
  'const { publicKey } = await promisify(generateKeyPair)("rsa", {}); publicKey.export({ format: "jwk" })',
])("%s may hang", (source) => {
  expect(mayHang(source)).toBe(true);
});

test.each([
  'generateKeyPairSync("rsa", { privateKeyEncoding: { type: "pkcs8", format: "der" } }); key.export({ format: "jwk" })',
  'generateKeyPairSync("ed25519").publicKey.export({ format: "der", type: "spki" })',
])("%s does not", (source) => {
  expect(mayHang(source)).toBe(false);
});
