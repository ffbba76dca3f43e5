/**
 * The parts of a form, a line each: texts as they are; of files the name, the type and the length, since their bytes say nothing
 * to a reader. Undefined where it is no form.
 */
export function listForm(contentType: string, body: Uint8Array): string | undefined {
  const [, quoted, plain] = /boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(contentType) ?? [];
  const delimiter = `\r\n--${quoted ?? plain}`;
  // The first one begins no new line.
  const bytes = Buffer.concat([Buffer.from("\r\n"), body]);
  const lines: string[] = [];
  for (let at = bytes.indexOf(delimiter); at >= 0;) {
    const start = at + delimiter.length + "\r\n".length;
    at = bytes.indexOf(delimiter, start);
    if (at >= 0) lines.push(describePart(bytes.subarray(start, at)));
  }
  return lines.length > 0 ? lines.join("\n") : undefined;
}

function describePart(part: Buffer): string {
  const end = part.indexOf("\r\n\r\n");
  const head = part.subarray(0, Math.max(0, end)).toString("utf8");
  const content = part.subarray(end + 4);
  const [, name = ""] = /[;\s]name="([^"]*)"/i.exec(head) ?? [];
  const [, filename] = /[;\s]filename="([^"]*)"/i.exec(head) ?? [];
  if (filename === undefined) return `${name}: ${content.toString("utf8")}`;
  const [, type = "application/octet-stream"] = /^content-type:\s*(.+)$/im.exec(head) ?? [];
  return `${name}: ${filename}, ${type.trim()}, ${content.length} bytes`;
}
