import { cpSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PreviewServer } from "vite";

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
  return siteOf(vite, folder);
}

export async function serveBuilt(): Promise<ActivitySite> {
  const folder = makeFolder();
  const { build, preview } = await import("vite");
  const config = { ...quietly, root: source, build: { outDir: folder, emptyOutDir: true } };
  await build(config);
  const server = await preview({ ...config, preview: { host: "127.0.0.1", port: 0 } });
  return siteOf(server, folder);
}

/** Deletes the folder when the site closes. */
function siteOf(server: Pick<PreviewServer, "resolvedUrls" | "close">, folder: string): ActivitySite {
  return {
    host: new URL(server.resolvedUrls?.local[0] ?? "").host,
    folder,
    [Symbol.asyncDispose]: async () => {
      await server.close();
      rmSync(folder, { recursive: true });
    },
  };
}

const makeFolder = () => mkdtempSync(join(realpathSync(tmpdir()), "slashpass-activity-"));
