export async function withFiles(value: unknown): Promise<unknown> {
  if (value instanceof File) return { name: value.name, type: value.type, base64: await base64Of(value) };
  if (Array.isArray(value)) return Promise.all(value.map(withFiles));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(async ([name, one]) => [name, await withFiles(one)] as const);
  return Object.fromEntries(await Promise.all(entries));
}

/** A function call accepts a limited number of arguments. */
const partBytes = 0x80_00;

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = "";
  for (let at = 0; at < bytes.length; at += partBytes)
    text += String.fromCharCode(...bytes.subarray(at, at + partBytes));
  return btoa(text);
}
