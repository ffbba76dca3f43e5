import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { rolldown } from "rolldown";

const root = join(import.meta.dirname, "../../..");

/** Bundles a file for a page. */
export async function bundleForPage(file: string): Promise<string> {
  const build = await rolldown({
    input: join(root, file),
    platform: "browser",
    transform: { define: { "process.env.NODE_ENV": "'production'" } },
  });
  const { output } = await build.generate({ format: "iife" });
  await build.close();
  return output[0].code;
}

/** A web server for the game's page, with a strict CSP. */
export interface GameServer extends AsyncDisposable {
  readonly origin: string;
}

/** `frame` is the URL of an iframe in the page. */
export async function startGameServer(script: string, frame?: string): Promise<GameServer> {
  const iframe = frame === undefined ? "" : `<iframe src="${frame}"></iframe>`;
  const html = `<!doctype html><title>Game</title><div id="state"></div>${iframe}<script src="/game.js"></script>`;
  const frames = frame === undefined ? "" : `; frame-src ${new URL(frame).origin}`;
  const server = createServer((request, response) => {
    const isScript = request.url === "/game.js";
    response.setHeader("content-type", isScript ? "text/javascript" : "text/html");
    response.setHeader("content-security-policy", `default-src 'self'; img-src data:${frames}`);
    response.end(isScript ? script : html);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
