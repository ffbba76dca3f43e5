import { fileURLToPath } from "node:url";
import { createContext, runInContext } from "node:vm";
import { rolldown } from "rolldown";
import { expect, test } from "vitest";
import type * as server from "../../../src/server/index.ts";
import { runtimeGlobals } from "../../setup/runtime-globals.ts";
import { IdTokenIssuer } from "../../setup/id-token-issuer.ts";

const entry = fileURLToPath(new URL("../../../src/server/index.ts", import.meta.url));

async function bundle(input: string, source?: string) {
  const build = await rolldown({
    input,
    platform: "browser",
    logLevel: "silent",
    transform: { target: "node20.19" },
    ...(source !== undefined && {
      plugins: [
        {
          name: "program",
          resolveId: (id: string) => (id === input ? id : undefined),
          load: (id: string) => (id === input ? source : undefined),
        },
      ],
    }),
  });
  const { output } = await build.generate({ format: "iife", name: "library", codeSplitting: false });
  await build.close();
  return output[0];
}

test("includes no log, redactor or addon in the entry or its lazily loaded chunks", async () => {
  const { moduleIds } = await bundle(entry);
  const rooms = moduleIds.map((id) => /\/src\/([\w-]+)/.exec(id)?.[1]);
  expect(rooms).toContain("server");
  expect(rooms.filter((room) => room === "log" || room === "native")).toEqual([]);
  expect(moduleIds.filter((id) => /\.node$|node-addon|keyring/.test(id))).toEqual([]);
});

test("verifies ID tokens in a runtime without Node.js globals", async () => {
  const { code, imports } = await bundle(
    "program",
    `export { verifyIdToken } from ${JSON.stringify(entry)};`,
  );
  expect(imports).toEqual([]);
  const context = createContext({ ...runtimeGlobals });
  const { verifyIdToken } = runInContext(`${code}\nlibrary`, context) as typeof server;
  const issuer = await IdTokenIssuer.start();
  const options = { audience: "9", nonce: "n", webBase: issuer.issuer, fetch: issuer.fetch };
  expect(await verifyIdToken(await issuer.token(), options)).toMatchObject({ sub: "5" });
  await expect(verifyIdToken(await issuer.token({ aud: "8" }), options)).rejects.toMatchObject({
    code: "invalid_id_token",
  });
});
