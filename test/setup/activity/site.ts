import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import type { RequestListener } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { startServer } from "../emulator/game.ts";

export interface ActivitySite extends AsyncDisposable {
  /** A URL mapping's target. */
  readonly host: string;
  readonly folder: string;
}

const source = new URL("../../flow/fixtures/activity", import.meta.url).pathname;
const modules = new URL("../../../node_modules", import.meta.url).pathname;
const quietly = { configFile: false, logLevel: "error" } as const;

/** Starts Vite's development server with a copy of the page, which tests may change. */
export async function developWithVite(): Promise<ActivitySite> {
  const folder = makeFolder();
  cpSync(source, folder, { recursive: true });
  symlinkSync(modules, join(folder, "node_modules"), "dir");
  // Imported here because loading Vite takes half a second.
  const { createServer } = await import("vite");
  const vite = await createServer({
    ...quietly,
    root: folder,
    cacheDir: join(folder, ".vite"),
    server: { host: "127.0.0.1", port: 0 },
  });
  await vite.listen();
  return {
    host: new URL(vite.resolvedUrls?.local[0] ?? "").host,
    folder,
    [Symbol.asyncDispose]: async () => {
      await vite.close();
      rmSync(folder, { recursive: true });
    },
  };
}

export async function serveBuilt(): Promise<ActivitySite> {
  const folder = makeFolder();
  const { build } = await import("vite");
  await build({ ...quietly, root: source, build: { outDir: folder, emptyOutDir: true } });
  const server = await startServer(serveFolder(folder));
  return {
    host: new URL(server.url).host,
    folder,
    [Symbol.asyncDispose]: async () => {
      await server.close();
      rmSync(folder, { recursive: true });
    },
  };
}

const types: Readonly<Record<string, string>> = { ".html": "text/html", ".js": "text/javascript" };

function serveFolder(folder: string): RequestListener {
  return ({ url = "/" }, response) => {
    const { pathname } = new URL(url, "http://localhost");
    const file = join(folder, pathname.replace(/\/$/, "/index.html"));
    try {
      const content = readFileSync(file);
      response
        .writeHead(200, { "content-type": types[extname(file)] ?? "application/octet-stream" })
        .end(content);
    } catch {
      response.writeHead(404).end();
    }
  };
}

const makeFolder = () => mkdtempSync(join(realpathSync(tmpdir()), "slashpass-activity-"));
