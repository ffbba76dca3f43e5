import { createHash, type Hash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import type { Browser } from "../../../src/emulator/index.ts";
import { outputOf } from "../child-process.ts";

const root = new URL("../../..", import.meta.url).pathname;
const sources = "test/social-sdk";
const builds = join(root, "build/social-sdk");

/** The parts required to build the stand-in library. */
export const standInParts = ["Linux", "cmake", "ninja", "g++"] as const;

/** `without-optional` lacks the symbols of later releases; `without-required` lacks a symbol that every release has. */
export type StandInVariant = "complete" | "without-optional" | "without-required";

/** How long a hook waits for {@link buildStandIn} on a busy machine. */
export const buildLimitMs = 300_000;

/** Builds the stand-in library and returns a variant's path. */
export async function buildStandIn(variant: StandInVariant = "complete"): Promise<string> {
  return join(await buildAll(), variant, "libdiscord_partner_sdk.so");
}

/** Builds the addon that calls the stand-in's own functions, and returns its path. */
export async function buildHooks(): Promise<string> {
  return join(await buildAll(), "hooks.node");
}

/** Returns the build directory for the current sources. */
function buildAll(): Promise<string> {
  const hash = createHash("sha256");
  for (const file of readdirSync(join(root, sources)).sort())
    if (/\.(?:cpp|h|txt)$/.test(file)) hash.update(file).update(readFileSync(join(root, sources, file)));
  return buildOnce(hash, async (folder) => {
    const headers = join(root, "node_modules/node-api-headers/include");
    const configure = ["-S", sources, "-B", folder, "-G", "Ninja", `-DCMAKE_JS_INC=${headers}`];
    await outputOf("cmake", configure, { cwd: root });
    await outputOf("cmake", ["--build", folder], { cwd: root, limitMs: buildLimitMs });
  });
}

/** Returns the directory for a hash of everything that affects a build. Builds in it only if an earlier run has not. */
export async function buildOnce(hash: Hash, build: (folder: string) => Promise<void>): Promise<string> {
  const folder = join(builds, hash.digest("hex").slice(0, 16));
  if (existsSync(folder)) return folder;
  mkdirSync(builds, { recursive: true });
  const own = mkdtempSync(`${folder}-`);
  await build(own);
  // Another process may have built at the same time.
  try {
    renameSync(own, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
    rmSync(own, { recursive: true });
  }
  return folder;
}

/** A server that forwards the URLs that the stand-in opens, and the environment variables that make the stand-in use this server. */
export interface StandInBrowser {
  readonly env: { readonly STAND_IN_BROWSER: string };
  /** Opens a URL. Default: does nothing. */
  open: Browser;
}

/** Starts a {@link StandInBrowser} for all tests in a file. */
export function useStandInBrowser(): StandInBrowser {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "", "http://127.0.0.1").searchParams.get("url") ?? "";
    void browser.open(url).then(
      () => response.end(),
      () => response.destroy(),
    );
  });
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const browser: StandInBrowser = {
    get env() {
      return { STAND_IN_BROWSER: `http://127.0.0.1:${(server.address() as AddressInfo).port}/?url=` };
    },
    open: () => Promise.resolve(),
  };
  return browser;
}
