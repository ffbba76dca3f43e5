const boundary = "----a-form-of-the-tests";
const mapName = "map.png";

/**
 * A multipart body with a file for each of the message's `attachments` whose id has at most 18 digits, and a file called
 * `map.png`.
 */
export function messageForm(
  payload: unknown,
  listed: unknown,
): { contentType: string; bytes: Buffer<ArrayBuffer> } {
  const ids = Array.isArray(listed) ? listed.map((one) => (one as { id?: unknown } | null)?.id) : [];
  const keys = [...new Set(ids.map(String))].filter((id) => /^\d{1,18}$/.test(id)).slice(0, 9);
  const part = (name: string, text: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; ${name}\r\n\r\n${text}\r\n`;
  const files = [...keys, "999"].map((key) => part(`name="files[${key}]"; filename="${mapName}"`, "hello"));
  const json = part('name="payload_json"', JSON.stringify(payload));
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    bytes: Buffer.from(`${json}${files.join("")}--${boundary}--\r\n`),
  };
}

/** Whether a message refers to files. */
export function needsFiles(payload: unknown, listed: unknown): boolean {
  return Array.isArray(listed) || JSON.stringify(payload).includes(`attachment://${mapName}`);
}
