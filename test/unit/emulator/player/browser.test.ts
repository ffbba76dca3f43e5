import { afterEach, describe, expect, it, vi } from "vitest";
import type { RequestListener } from "node:http";
import { createBrowser } from "../../../../src/emulator/player/browser.ts";
import { startServer } from "../../../setup/emulator/game.ts";
import { freePort } from "../../../setup/free-port.js";
import { asPlatform } from "../../../setup/as-platform.ts";
import { loadModulesAnew } from "../../../setup/load-modules-anew.ts";

afterEach(() => {
  vi.doUnmock("open");
});

/** Makes a player visit a server's pages and returns all requests. */
async function visit(pages: RequestListener, answer: "accept" | "deny" = "accept") {
  const requests: {
    method: string | undefined;
    url: string | undefined;
    cookie: string | undefined;
    body: string;
  }[] = [];
  await using server = await startServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    const { method, url, headers } = request;
    requests.push({ method, url, cookie: headers.cookie, body });
    pages(request, response);
  });
  const end = createBrowser(server.url.slice(0, -1), "Ada", answer)(`${server.url}start`);
  await end.catch(() => undefined);
  return { requests, end };
}

describe("a scripted player", () => {
  it("follows redirects, keeps cookies and submits forms as the player", async () => {
    const { requests, end } = await visit((request, response) => {
      if (request.url === "/start")
        return response.writeHead(302, { location: "/form", "set-cookie": ["a=1; Path=/", "b=2"] }).end();
      if (request.method === "POST") return response.writeHead(303, { location: "/end" }).end();
      return response.end(
        request.url === "/form"
          ? '<form method="post" action="/send"><input name="player"></form>'
          : "The end",
      );
    });
    await end;
    const cookie = "a=1; b=2";
    expect(requests).toEqual([
      { method: "GET", url: "/start", cookie: undefined, body: "" },
      { method: "GET", url: "/form", cookie, body: "" },
      { method: "POST", url: "/send", cookie, body: "player=Ada" },
      { method: "GET", url: "/end", cookie, body: "" },
    ]);
  });

  it.each([
    ["accept", "answer=accept"],
    ["deny", "answer=deny"],
  ] as const)("submits the answer %s to the page's own URL", async (answer, body) => {
    const { requests } = await visit((request, response) => {
      response.end(request.method === "POST" ? "Done" : '<form><button name="answer"></button></form>');
    }, answer);
    expect(requests[1]).toMatchObject({ method: "POST", url: "/start", body });
  });

  it.each([
    ["an alert", 200, '<p role="alert">Not today</p>', "Not today"],
    ["an error without a message", 500, "", "there were too many pages"],
    ["an error with a form", 400, '<form><input name="player"></form><p role="alert">No</p>', "No"],
  ])("rejects after %s", async (_what, status, page, reason) => {
    const { end } = await visit((_request, response) => response.writeHead(status).end(page));
    await expect(end).rejects.toMatchObject({
      code: "page_refused",
      message: `The sign-in on the emulator's pages failed: ${reason}.`,
    });
  });

  it("submits a page's form even if the page contains an alert", async () => {
    const { requests, end } = await visit((request, response) => {
      const form = '<p role="alert">Again</p><form><input name="player"></form>';
      response.end(request.method === "POST" ? "Done" : form);
    });
    await end;
    expect(requests).toHaveLength(2);
  });

  it("stops after 20 redirects", async () => {
    const { requests, end } = await visit((_request, response) =>
      response.writeHead(302, { location: "/start" }).end(),
    );
    await expect(end).rejects.toMatchObject({ code: "page_refused" });
    expect(requests).toHaveLength(20);
  });

  it("sends no cookies to the game and ignores its response", async () => {
    const cookies: (string | undefined)[] = [];
    await using game = await startServer((request, response) => {
      cookies.push(request.headers.cookie);
      response.writeHead(500).end('<p role="alert">Broken</p>');
    });
    const { end } = await visit((_request, response) =>
      response.writeHead(302, { location: game.url, "set-cookie": "a=1" }).end(),
    );
    await end;
    expect(cookies).toEqual([undefined]);
  });

  it.each([
    ["and continues", 0, undefined],
    ["and reports that nothing opens it", 3, "scheme_not_opened"],
  ])("passes a custom-scheme redirect to the system %s", async (_what, exitCode, code) => {
    // On Linux, gio or xdg-utils is used instead of the `open` package.
    asPlatform("darwin");
    const open = vi.fn((_address: string) => Promise.resolve({ exitCode }));
    vi.doMock("open", () => ({ default: open }));
    asPlatform("darwin");
    loadModulesAnew();
    const fresh = await import("../../../../src/emulator/player/browser.ts");
    const location = "com.example.game:/authorize/callback?code=s3cret";
    await using server = await startServer((_request, response) =>
      response.writeHead(302, { location }).end(),
    );
    const error: unknown = await fresh
      .createBrowser(
        "http://127.0.0.1:9",
        "Ada",
        "accept",
      )(server.url)
      .then(
        () => undefined,
        (reason: unknown) => reason,
      );
    expect(new Set(open.mock.calls.map(([address]) => address))).toEqual(new Set([location]));
    expect(error).toEqual(code && expect.objectContaining({ code }));
    expect(String(error)).not.toContain("s3cret");
  });

  it("rejects if the connection is refused", async () => {
    const nobody = `http://127.0.0.1:${await freePort()}`;
    const agent = createBrowser(nobody, "Ada", "accept");
    await expect(agent(`${nobody}/`)).rejects.toMatchObject({ code: "ECONNREFUSED" });
  });
});
