import { createRequire } from "node:module";
import { dirname, join } from "node:path";

interface Payload {
  readonly cmd: string;
  readonly evt: string | null;
  readonly nonce: string | null;
  readonly data: Readonly<Record<string, unknown>>;
}

interface Schemas {
  /** Reads a frame as the SDK does when it comes: throws for what it would not take. */
  readonly parseIncomingPayload: (payload: unknown) => Payload;
  readonly ClosePayload: { readonly parse: (payload: unknown) => { code: number; message?: string } };
}

const require = createRequire(import.meta.url);
const folder = dirname(require.resolve("@discord/embedded-app-sdk/package.json"));

/** What the unmodified SDK reads each message with; its entry does not export it. */
export const { parseIncomingPayload, ClosePayload } = require(
  join(folder, "output/schema/index.cjs"),
) as Schemas;

type SendCommand = (payload: { readonly cmd: string }) => Promise<never>;
const { default: createCommands } = require(join(folder, "output/commands/index.cjs")) as {
  readonly default: (send: SendCommand) => Readonly<Record<string, (args: object) => Promise<unknown>>>;
};

/** What each method of the SDK is called on the wire: the first thing that it sends. */
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

/** The names of events that the SDK knows. */
export const sdkEvents: readonly string[] = Object.keys(
  (require(join(folder, "output/schema/events.cjs")) as { readonly Events: object }).Events,
);

// It teaches every bigint of the process how to be written as JSON, and other test files share the process.
Reflect.deleteProperty(BigInt.prototype, "toJSON");
