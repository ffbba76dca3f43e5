import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { once } from "node:events";
import { extname, join } from "node:path";

const site = new URL("../../build/site/", import.meta.url).pathname;
const files = readdirSync(site, { recursive: true, encoding: "utf8" });

/** The built pages' HTML, by path: `guides/portal.html`. */
export const pages = new Map(
  files
    .filter((name) => name.endsWith(".html"))
    .map((name) => [name, readFileSync(join(site, name), "utf8")]),
);

/** Resolves a path without an extension to a file on the site, or `undefined`. */
export function fileOf(path: string): string | undefined {
  return [path, `${path}.html`, join(path, "index.html")].find(
    (name) => existsSync(join(site, name)) && extname(name) !== "",
  );
}

const types: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".webp": "image/webp",
};

/** Serves the site as a static file host does. */
export async function serveSite(): Promise<{ address: string; close: () => void }> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://site");
    const file = fileOf(decodeURIComponent(pathname.slice(1)));
    response.writeHead(file === undefined ? 404 : 200, {
      "content-type": types[extname(file ?? "")] ?? "text/plain",
    });
    response.end(file === undefined ? "" : readFileSync(join(site, file)));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  return {
    address: `http://127.0.0.1:${port}/`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
