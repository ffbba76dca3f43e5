import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Front } from "../../../src/cli/emulator/as-service/inside.ts";

/** Serves the service's host names in the namespace and forwards all requests, like `slashpass emulator --as-service`. */
export async function startServiceFront(target: string): Promise<{ close(): Promise<void> }> {
  const folder = process.env["SLASHPASS_NAMESPACE"] ?? "";
  const read = (name: string) => readFileSync(join(folder, name));
  const front = await Front.start({
    target: Number(new URL(target).port),
    key: read("key.pem"),
    cert: read("certificate.pem"),
  });
  return { close: () => front[Symbol.asyncDispose]() };
}
