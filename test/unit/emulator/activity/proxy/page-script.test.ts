import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { addPageScript, isPlainPage } from "../../../../../src/emulator/activity/proxy/forward.ts";

const tag = '<script src="/.slashpass/page.js"></script>';
/** Returns the transformed page, which is written in these chunks. */
const changed = (...pieces: string[]) =>
  text(Readable.from(pieces.map((piece) => Buffer.from(piece))).pipe(addPageScript()));

describe("addPageScript", () => {
  it("inserts the script after the doctype, before all other content", async () => {
    expect(await changed("<!doctype html><p>x")).toBe(`<!doctype html>${tag}<p>x`);
    const start = "\n<!-- a -->\n<!DOCTYPE html>";
    expect(await changed("\n<!-- a -->\n<!DOC", "TYPE html>\n<html lang=en>")).toBe(
      `${start}${tag}\n<html lang=en>`,
    );
    // `text` removes the byte order mark.
    expect(await changed("\uFEFF<!doctype html><p>")).toBe(`<!doctype html>${tag}<p>`);
    expect(await changed("<p>ö")).toBe(`${tag}<p>ö`);
    expect(await changed()).toBe("");
  });

  it("keeps the rest of a long page unchanged", async () => {
    const long = "ö".repeat(3000);
    expect(await changed("<!doctype html>", long, "end")).toBe(`<!doctype html>${tag}${long}end`);
  });

  it.each([
    [{ "content-type": "text/html" }, true],
    [{ "content-type": "text/html; charset=utf-8", "content-encoding": "identity" }, true],
    [{ "content-type": "text/html", "content-encoding": "br" }, false],
    [{ "content-type": "text/html; charset=utf-16le" }, false],
    [{ "content-type": "text/htmlx" }, false],
    [{}, false],
  ])("decides whether %j is changed: %s", (headers, isPage) => {
    expect(isPlainPage({ headers } as IncomingMessage)).toBe(isPage);
  });
});
