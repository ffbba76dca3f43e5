import { describe, expect, it } from "vitest";
import {
  requestOrigin,
  originHost,
  requestSocket,
  useMappedPage,
} from "../../../../setup/activity/activity-origin.ts";

const at = useMappedPage();
const html = { accept: "text/html", "sec-fetch-dest": "iframe" };

describe("an Activity origin", () => {
  it("accepts paths with and without /.proxy", async () => {
    at.map();
    for (const path of ["/.proxy/x", "/x", "/.proxy", "/.proxyx"]) await requestOrigin(at.origin, path);
    await requestOrigin(at.origin, "/y", { host: originHost(at.origin).toUpperCase() });
    expect(at.requests.map(({ url }) => url)).toEqual(["/x", "/x", "/", "/.proxyx", "/y"]);
  });

  it("rejects other hosts", async () => {
    const statuses = ["127.0.0.1", "localhost", "x.localhost", "1.localhost.example"].map(
      async (host) => (await requestOrigin(at.origin, "/.slashpass/host", { host })).status,
    );
    expect(await Promise.all(statuses)).toEqual([404, 404, 404, 421]);
    const unknown = await requestOrigin(at.origin, "/", { host: "7.localhost" });
    expect([unknown.status, unknown.text]).toEqual([
      404,
      expect.stringContaining("7.localhost is not an Activity origin"),
    ]);
    for (const { id, name } of at.origin.world.applications)
      expect(unknown.text).toContain(`${id} (${name})`);
  });
});

describe("a request that cannot be forwarded", () => {
  it("receives an explanation if there is no Activity URL", async () => {
    at.origin.application.setActivity(undefined);
    const frame = at.origin.open();
    const { status, text } = await requestOrigin(at.origin, `/?${frame.query.toString()}`, { headers: html });
    expect([status, text]).toEqual([404, expect.stringContaining("has no Activity URL")]);
    expect(text).toContain("slashpass emulator --activity http://127.0.0.1:5173/");
    expect(frame.problems.all).toMatchObject([{ message: expect.stringContaining("has no Activity URL") }]);
  });

  it("receives an explanation and a suggested mapping if no mapping matches", async () => {
    at.map({ prefix: "/api", target: at.address });
    const { status, text, headers } = await requestOrigin(at.origin, "/.proxy/token/new");
    expect([status, headers["content-type"]]).toEqual([404, "text/plain; charset=utf-8"]);
    expect(text).toContain("No URL mapping matches /token/new.");
    expect(text).toContain("--map /token=127.0.0.1:3000");
    expect((await requestOrigin(at.origin, "/")).text).toContain("--activity http://127.0.0.1:5173/");
  });

  it("is rejected if it would loop back to the emulator", async () => {
    at.map({ prefix: "/", target: new URL(at.origin.webBase).host });
    expect((await requestOrigin(at.origin, "/")).text).toContain("points back to the emulator");
  });
});

describe("a CSP report", () => {
  const report = (fields: object) => JSON.stringify({ "csp-report": fields });
  const post = (body: string, headers: Readonly<Record<string, string>> = {}) =>
    requestOrigin(at.origin, "/.slashpass/report", { method: "POST", body, headers });

  it("adds a problem with a suggested mapping to the page's window", async () => {
    const [first, second] = [at.origin.open(), at.origin.open()];
    const page = `http://${originHost(at.origin)}/?frame_id=${second.id}`;
    const fields = {
      "document-uri": page,
      "blocked-uri": "https://api.foo.com/v1/x",
      "effective-directive": "connect-src",
    };
    expect((await post(report(fields), { origin: `http://${originHost(at.origin)}` })).status).toBe(204);
    expect((await post(report(fields))).status).toBe(204);
    expect(first.problems.all).toEqual([]);
    expect(second.problems.all).toMatchObject([
      {
        message:
          "The content security policy blocked https://api.foo.com/v1/x (connect-src), as the real service's policy would.",
        hint: expect.stringContaining('patchUrlMappings([{ prefix: "/foo", target: "api.foo.com" }])'),
      },
    ]);
  });

  it("adds a problem to all of the application's windows if the page is unknown", async () => {
    at.origin.open();
    at.origin.open();
    await post(report({ "blocked-uri": "inline", "violated-directive": "script-src x" }));
    await post("{");
    expect(at.problems()).toEqual(
      Array.from({ length: 2 }, () => expect.stringContaining("blocked inline (script-src)")),
    );
  });

  it("is rejected if a page from another origin sends it", async () => {
    at.origin.open();
    expect((await post(report({}), { origin: "http://evil.example" })).status).toBe(403);
    expect(at.problems()).toEqual([]);
  });
});

describe("an Activity's host page", () => {
  const host = (ticket: string) => `/.slashpass/host?ticket=${ticket}`;

  it("requires a ticket and allows framing only by the emulator's page", async () => {
    at.map();
    const frame = at.origin.open();
    const { status, text, headers } = await requestOrigin(at.origin, host(frame.ticket));
    expect(status).toBe(200);
    expect(text).toContain(`data-address="/?instance_id=${frame.instance.instance_id}&amp;`);
    expect(text).toContain(`frame_id=${frame.id}`);
    expect(headers["content-security-policy"]).toContain(`frame-ancestors ${at.origin.webBase}`);
    expect(headers["referrer-policy"]).toBe("origin");
    const script = await requestOrigin(at.origin, "/.slashpass/host.js");
    expect(script.headers["content-type"]).toContain("text/javascript");
  });

  it("is not served without a valid ticket for this application", async () => {
    const frame = at.origin.open(at.origin.world.applications[1]);
    const over = at.origin.open();
    over.close();
    const answers = await Promise.all([
      requestOrigin(at.origin, "/.slashpass/host", { headers: html }),
      requestOrigin(at.origin, host(over.ticket), { headers: html }),
      requestOrigin(at.origin, host(frame.ticket), { headers: html }),
      requestOrigin(at.origin, "/.slashpass/other"),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 404]);
    const [reef, cove] = at.origin.world.applications;
    const words = [
      "has no ticket",
      "its window was closed",
      `The ticket belongs to application ${cove?.id} (Cove), but this is the origin of ${reef.id} (Reef).`,
      "There is no page at /.slashpass/other",
    ];
    for (const [index, { text }] of answers.entries()) expect(text).toContain(words[index]);
  });

  it("reports a missing Activity URL", async () => {
    at.origin.application.setActivity(undefined);
    const frame = at.origin.open();
    await requestOrigin(at.origin, host(frame.ticket));
    expect(at.problems()).toEqual([expect.stringContaining("has no Activity URL")]);
  });

  it("accepts WebSockets only from pages on its own origin", async () => {
    const frame = at.origin.open();
    const path = `/.slashpass/frame?ticket=${frame.ticket}`;
    const from = (text: string) => ({ headers: { origin: text } });
    expect(await requestSocket(at.origin, path, from("http://evil.example"))).toMatchObject({
      status: 403,
      text: expect.stringContaining("A page from http://evil.example tried to connect as the Activity."),
    });
    expect(await requestSocket(at.origin, path)).toMatchObject({
      status: 403,
      text: expect.stringContaining("A program without an Origin header tried to connect as the Activity."),
    });
    const own = from(`http://${originHost(at.origin)}`);
    expect(await requestSocket(at.origin, "/.slashpass/frame", own)).toMatchObject({
      status: 403,
      text: expect.stringContaining("has no ticket"),
    });
    const opened = await requestSocket(at.origin, path, own);
    expect(opened.status).toBe(101);
    if ("socket" in opened) opened.socket.destroy();
  });
});
