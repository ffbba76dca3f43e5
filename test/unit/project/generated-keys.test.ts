import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/**
 * In Node 20, freeing the object that generated a key makes the garbage collector wait for the key. If the collector runs while
 * the key is locked for its export as a JWK, the process hangs forever. A key imported from its bytes is not affected.
 */
const mayHang = (source: string): boolean =>
  /\bgenerateKeyPair/.test(source) &&
  /format: "jwk"|exportKey\("jwk"/.test(source) &&
  !/\bprivateKeyEncoding: \{/.test(source);

test("exports no generated key as a JWK", () => {
  const files = ["src", "examples", "scripts", "test"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((path) => /\.(?:[jt]sx?|mjs)$/.test(path) && !path.includes("node_modules"))
      .map((path) => `${folder}/${path}`),
  );
  const hanging = files.filter((file) => mayHang(readFileSync(file, "utf8")));
  expect(hanging).toEqual([]);
});
