/** Returns the source of a valid interaction endpoint that uses only Node, for directories without the package. */
export function plainHandler(content: string, more = ""): string {
  return `import { createPublicKey, verify } from "node:crypto";
${more}
const head = Buffer.from("302a300506032b6570032100", "hex");
const raw = Buffer.from(process.env.SLASHPASS_PUBLIC_KEY ?? "", "hex");
const key = createPublicKey({ key: Buffer.concat([head, raw]), format: "der", type: "spki" });
export default {
  async fetch(request) {
    const text = await request.text();
    const signature = Buffer.from(request.headers.get("x-signature-ed25519") ?? "", "hex");
    const signed = Buffer.from(request.headers.get("x-signature-timestamp") + text);
    if (!verify(null, signed, key, signature)) return new Response(null, { status: 401 });
    return Response.json(JSON.parse(text).type === 1 ? { type: 1 } : { type: 4, data: { content: ${JSON.stringify(content)} } });
  },
};
`;
}
