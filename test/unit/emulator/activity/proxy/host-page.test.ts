import { describe, expect, it } from "vitest";
import { askOrigin, askSocket, originHost } from "../../../../setup/activity/ask-origin.ts";
import { useMappedPage } from "../../../../setup/activity/mapped-page.ts";

const at = useMappedPage();
const html = { accept: "text/html", "sec-fetch-dest": "iframe" };

describe("host page of an Activity", () => {
  const host = (ticket: string) => `/.slashpass/host?ticket=${ticket}`;

  it("requires a ticket and allows framing only by the emulator's page", async () => {
    at.map();
    const frame = at.origin.open();
    const { status, text, headers } = await askOrigin(at.origin, host(frame.ticket));
    expect(status).toBe(200);
    expect(text).toContain(`data-address="/?instance_id=${frame.instance.instance_id}&amp;`);
    expect(text).toContain(`frame_id=${frame.id}`);
    expect(headers["content-security-policy"]).toContain(`frame-ancestors ${at.origin.webBase}`);
    expect(headers["referrer-policy"]).toBe("origin");
    const script = await askOrigin(at.origin, "/.slashpass/host.js");
    expect(script.headers["content-type"]).toContain("text/javascript");
  });

  it("is rejected without a valid ticket of this application", async () => {
    const frame = at.origin.open(at.origin.world.applications[1]);
    const over = at.origin.open();
    over.close();
    const answers = await Promise.all([
      askOrigin(at.origin, "/.slashpass/host", { headers: html }),
      askOrigin(at.origin, host(over.ticket), { headers: html }),
      askOrigin(at.origin, host(frame.ticket), { headers: html }),
      askOrigin(at.origin, "/.slashpass/other"),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 404]);
    const words = [
      "has no ticket",
      "its window was closed",
      "The ticket is of the application",
      "emulator&#39;s own",
    ];
    for (const [index, { text }] of answers.slice(0, 3).entries()) expect(text).toContain(words[index]);
  });

  it("reports a missing Activity URL", async () => {
    at.origin.application.setActivity(undefined);
    const frame = at.origin.open();
    await askOrigin(at.origin, host(frame.ticket));
    expect(at.told()).toEqual([expect.stringContaining("has no Activity URL")]);
  });

  it("accepts WebSockets only from pages of its origin", async () => {
    const frame = at.origin.open();
    const path = `/.slashpass/frame?ticket=${frame.ticket}`;
    const from = (text: string) => ({ headers: { origin: text } });
    expect(await askSocket(at.origin, path, from("http://evil.example"))).toMatchObject({
      status: 403,
      text: expect.stringContaining("A page of http://evil.example tried to connect as the Activity."),
    });
    expect(await askSocket(at.origin, path)).toMatchObject({ status: 403 });
    const own = from(`http://${originHost(at.origin)}`);
    expect(await askSocket(at.origin, "/.slashpass/frame", own)).toMatchObject({
      status: 403,
      text: expect.stringContaining("has no ticket"),
    });
    const opened = await askSocket(at.origin, path, own);
    expect(opened.status).toBe(101);
    if ("socket" in opened) opened.socket.destroy();
  });
});
