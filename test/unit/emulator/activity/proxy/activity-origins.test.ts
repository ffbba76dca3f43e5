import { describe, expect, it } from "vitest";
import { askOrigin, originHost } from "../../../../setup/activity/ask-origin.ts";
import { useMappedPage } from "../../../../setup/activity/mapped-page.ts";

const at = useMappedPage();
const html = { accept: "text/html", "sec-fetch-dest": "iframe" };

describe("Activity origin", () => {
  it("accepts paths with and without /.proxy", async () => {
    at.map();
    for (const path of ["/.proxy/x", "/x", "/.proxy", "/.proxyx"]) await askOrigin(at.origin, path);
    expect(at.asked.map(({ url }) => url)).toEqual(["/x", "/x", "/", "/.proxyx"]);
  });

  it("rejects other hosts", async () => {
    for (const host of ["127.0.0.1", `localhost`, `x.localhost`, "1.localhost.example"])
      expect((await askOrigin(at.origin, "/.slashpass/host", { host })).text).toBe(
        "not the origin of an Activity",
      );
    const unknown = await askOrigin(at.origin, "/", { host: "7.localhost" });
    expect([unknown.status, unknown.text]).toEqual([
      404,
      expect.stringContaining("7.localhost is not the origin of an Activity"),
    ]);
  });
});

describe("a request that cannot be forwarded", () => {
  it("receives an explanation without an Activity URL", async () => {
    at.origin.application.setActivity(undefined);
    const frame = at.origin.open();
    const { status, text } = await askOrigin(at.origin, `/?${frame.query.toString()}`, { headers: html });
    expect([status, text]).toEqual([404, expect.stringContaining("has no Activity URL")]);
    expect(text).toContain("slashpass emulator --activity http://127.0.0.1:5173/");
    expect(frame.problems.all).toMatchObject([{ message: expect.stringContaining("has no Activity URL") }]);
  });

  it("receives an explanation with a suggested mapping if no mapping matches", async () => {
    at.map({ prefix: "/api", target: at.address });
    const { status, text, headers } = await askOrigin(at.origin, "/.proxy/token/new");
    expect([status, headers["content-type"]]).toEqual([404, "text/plain; charset=utf-8"]);
    expect(text).toContain("No URL mapping fits /token/new.");
    expect(text).toContain("--map /token=127.0.0.1:3000");
    expect((await askOrigin(at.origin, "/")).text).toContain("--activity http://127.0.0.1:5173/");
  });

  it("is rejected if it would lead back to the emulator", async () => {
    at.map({ prefix: "/", target: new URL(at.origin.webBase).host });
    expect((await askOrigin(at.origin, "/")).text).toContain("leads back to the emulator");
  });
});

describe("CSP report", () => {
  const report = (fields: object) => JSON.stringify({ "csp-report": fields });
  const post = (body: string, headers: Readonly<Record<string, string>> = {}) =>
    askOrigin(at.origin, "/.slashpass/report", { method: "POST", body, headers });

  it("adds a problem with a suggested mapping to the window of the page", async () => {
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
          "The content security policy blocked https://api.foo.com/v1/x (connect-src), as the real service's policy does.",
        hint: expect.stringContaining('patchUrlMappings([{ prefix: "/foo", target: "api.foo.com" }])'),
      },
    ]);
  });

  it("adds a problem to every window of the application without a page, and ignores invalid reports", async () => {
    at.origin.open();
    at.origin.open();
    await post(report({ "blocked-uri": "inline", "violated-directive": "script-src x" }));
    await post("{");
    expect(at.told()).toEqual(
      Array.from({ length: 2 }, () => expect.stringContaining("blocked inline (script-src)")),
    );
  });

  it("is rejected from a page of another origin", async () => {
    at.origin.open();
    expect((await post(report({}), { origin: "http://evil.example" })).status).toBe(403);
    expect(at.told()).toEqual([]);
  });
});
