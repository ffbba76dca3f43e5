import { describe, expect, it } from "vitest";
import { askOrigin, askSocket, originHost } from "../../../../setup/activity/ask-origin.ts";
import { useMappedPage } from "../../../../setup/activity/mapped-page.ts";

const at = useMappedPage();
const html = { accept: "text/html", "sec-fetch-dest": "iframe" };

describe("the page that holds an Activity", () => {
  const host = (ticket: string) => `/.slashpass/host?ticket=${ticket}`;

  it("is there for a ticket, and only the emulator's page may show it", async () => {
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

  it("is refused without a ticket, with one of a closed window, and with another application's", async () => {
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

  it("says what is missing where the application has no Activity URL", async () => {
    at.origin.application.setActivity(undefined);
    const frame = at.origin.open();
    await askOrigin(at.origin, host(frame.ticket));
    expect(at.told()).toEqual([expect.stringContaining("has no Activity URL")]);
  });

  it("opens its WebSocket for a page of this origin alone", async () => {
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
