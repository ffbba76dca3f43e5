import { createRequire } from "node:module";
import { dirname, join } from "node:path";

interface Payload {
  readonly cmd: string;
  readonly evt: string | null;
  readonly nonce: string | null;
  readonly data: Readonly<Record<string, unknown>>;
}

interface Schemas {
  /** Parses a received frame as the SDK does. Throws if the SDK would reject it. */
  readonly parseIncomingPayload: (payload: unknown) => Payload;
  readonly ClosePayload: { readonly parse: (payload: unknown) => { code: number; message?: string } };
}

const require = createRequire(import.meta.url);
const folder = dirname(require.resolve("@discord/embedded-app-sdk/package.json"));

/** The unmodified SDK's parsers, which its entry does not export. */
export const { parseIncomingPayload, ClosePayload } = require(
  join(folder, "output/schema/index.cjs"),
) as Schemas;

type SendCommand = (payload: { readonly cmd: string }) => Promise<never>;
const { default: createCommands } = require(join(folder, "output/commands/index.cjs")) as {
  readonly default: (send: SendCommand) => Readonly<Record<string, (args: object) => Promise<unknown>>>;
};

/** Returns the command that each of the SDK's methods sends first. */
export async function sdkCommands(): Promise<readonly (readonly [method: string, command: string])[]> {
  let sent = "";
  const methods = createCommands(({ cmd }) => {
    sent = cmd;
    return Promise.reject(new Error("not sent"));
  });
  const named: (readonly [string, string])[] = [];
  for (const [method, run] of Object.entries(methods)) {
    await run({}).catch(() => undefined);
    named.push([method, sent]);
  }
  return named;
}

export const sdkEvents: readonly string[] = Object.keys(
  (require(join(folder, "output/schema/events.cjs")) as { readonly Events: object }).Events,
);

// The SDK adds this method to the whole process, which other test files share.
Reflect.deleteProperty(BigInt.prototype, "toJSON");
