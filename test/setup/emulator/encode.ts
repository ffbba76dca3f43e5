/** A body as it is sent: a form with its boundary, anything else as JSON, nothing as nothing. */
export async function encode(body: unknown): Promise<{ contentType: string; bytes: Buffer<ArrayBuffer> }> {
  if (!(body instanceof FormData)) {
    return { contentType: "application/json", bytes: Buffer.from(JSON.stringify(body) ?? "") };
  }
  const form = new Response(body);
  const contentType = form.headers.get("content-type") ?? "";
  return { contentType, bytes: Buffer.from(await form.arrayBuffer()) };
}

/** A form with a message, or a callback, and a file of five letters for every name. */
export function formWith(payload: unknown, names: readonly string[]): FormData {
  const form = new FormData();
  form.set("payload_json", JSON.stringify(payload));
  names.forEach((name, index) =>
    form.set(`files[${index}]`, new File(["hello"], name, { type: "text/plain" })),
  );
  return form;
}
