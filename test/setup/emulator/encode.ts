/** Encodes a request body: a form as multipart, other values as JSON, and `undefined` as an empty body. */
export async function encode(body: unknown): Promise<{ contentType: string; bytes: Buffer<ArrayBuffer> }> {
  if (!(body instanceof FormData)) {
    return { contentType: "application/json", bytes: Buffer.from(JSON.stringify(body) ?? "") };
  }
  const form = new Response(body);
  const contentType = form.headers.get("content-type") ?? "";
  return { contentType, bytes: Buffer.from(await form.arrayBuffer()) };
}

/** Creates a form with a message or callback, and a five-byte file for each name. */
export function formWith(payload: unknown, names: readonly string[]): FormData {
  const form = new FormData();
  form.set("payload_json", JSON.stringify(payload));
  names.forEach((name, index) =>
    form.set(`files[${index}]`, new File(["hello"], name, { type: "text/plain" })),
  );
  return form;
}
