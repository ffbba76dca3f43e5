import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Front } from "../../../src/cli/emulator/as-service/front.ts";

/** Stands where the service's names lead to in the namespace, and passes everything on, as `slashpass emulator --as-service` does. */
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
