import { createHash } from "node:crypto";
import { once } from "node:events";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { parse } from "yaml";
import { outputOf, runProgram } from "../setup/child-process.ts";

interface Document {
  readonly versions: Readonly<Record<string, { dist: { integrity: string } }>>;
}

const root = new URL("../..", import.meta.url).pathname;
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
const registry = createServer((request, response) => void answer(request, response));
let published: Document | undefined;
let directory: string;
let url: string;

/** A registry that stores one package. */
async function answer(request: IncomingMessage, response: ServerResponse) {
  const body = await buffer(request);
  if (request.method === "PUT") published = JSON.parse(body.toString()) as Document;
  else if (published === undefined) return void response.writeHead(404).end("{}");
  response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(published));
}

/** Returns the script of a named step in release.yml. */
function stepOf(name: string): string {
  const { jobs } = parse(readFileSync(join(root, ".github/workflows/release.yml"), "utf8")) as {
    jobs: Record<string, { steps?: { name?: string; run?: string }[] }>;
  };
  const steps = Object.values(jobs).flatMap((job) => job.steps ?? []);
  return (
    steps.find((step) => step.name === name)?.run ?? expect.unreachable(`release.yml has no step ${name}`)
  );
}

function runStep(name: string) {
  return runProgram("bash", ["-euo", "pipefail", "-c", stepOf(name)], {
    cwd: directory,
    env: { ...process.env, npm_config_registry: url, npm_config_userconfig: join(directory, "npmrc") },
    limitMs: 60_000,
  });
}

beforeAll(async () => {
  directory = mkdtempSync(join(root, "build", "release-"));
  await outputOf("npm", ["pack", "--ignore-scripts", "--pack-destination", directory], {
    cwd: root,
    limitMs: 100_000,
  });
  registry.listen(0, "127.0.0.1");
  await once(registry, "listening");
  url = `http://127.0.0.1:${(registry.address() as AddressInfo).port}/`;
  writeFileSync(join(directory, "npmrc"), `${url.slice("http:".length)}:_authToken=a-token\n`);
}, 120_000);

afterAll(() => {
  registry.closeAllConnections();
  registry.close();
  rmSync(directory, { recursive: true, force: true });
});

it("lists the runtime dependencies in the bill of materials", async () => {
  for (const file of ["package.json", "package-lock.json"])
    copyFileSync(join(root, file), join(directory, file));
  expect(await runStep("Bill of materials")).toMatchObject({ status: 0 });
  const { components } = JSON.parse(readFileSync(join(directory, "slashpass.cdx.json"), "utf8")) as {
    components: { name: string }[];
  };
  const { dependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    dependencies: Record<string, string>;
  };
  const names = components.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(Object.keys(dependencies)));
  expect(names).not.toContain("vitest");
});

it("publishes the tested tarball with its checksums to a local registry", async () => {
  expect(await runStep("Checksums")).toMatchObject({ status: 0 });
  expect(await runStep("Publish")).toMatchObject({ status: 0 });

  const tarball = readFileSync(join(directory, `slashpass-${version}.tgz`));
  const sha512 = createHash("sha512").update(tarball).digest("base64");
  expect(published?.versions[version]?.dist.integrity).toBe(`sha512-${sha512}`);
  expect(await outputOf("sha256sum", ["--check", "SHA256SUMS"], { cwd: directory })).toContain(
    `slashpass-${version}.tgz: OK`,
  );
});
