import type { IncomingMessage } from "node:http";
import { Transform } from "node:stream";

/** What runs first in each page of an Activity. */
export const pageScriptPath = "/.slashpass/page.js";
const tag = Buffer.from(`<script src="${pageScriptPath}"></script>`);

/** How much is searched for the document type, which stands at the beginning. */
const beginning = 1024;
const documentType = /^(?:\xEF\xBB\xBF)?\s*(?:<!--[^]*?-->\s*)*<!doctype[^>]*>/i;

/** Whether an answer is a page that text can be put into. */
export function isPlainPage({ headers }: IncomingMessage): boolean {
  const type = headers["content-type"] ?? "";
  const isHtml = /^text\/html(?:;|$)/i.test(type) && !/charset="?utf-(?:16|32)/i.test(type);
  return isHtml && (headers["content-encoding"] ?? "identity") === "identity";
}

/** Puts the script before all others, without a new line: what the page's makers see of their lines stays right. */
export function addPageScript(): Transform {
  let start: Buffer | undefined = Buffer.alloc(0);
  const begin = (bytes: Buffer): Buffer => {
    start = undefined;
    const [type = ""] = documentType.exec(bytes.toString("latin1", 0, 2 * beginning)) ?? [];
    return Buffer.concat([bytes.subarray(0, type.length), tag, bytes.subarray(type.length)]);
  };
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (!start) return done(null, chunk);
      start = Buffer.concat([start, chunk]);
      if (start.length < beginning) return done();
      done(null, begin(start));
    },
    flush(done) {
      done(null, start && start.length > 0 ? begin(start) : undefined);
    },
  });
}
