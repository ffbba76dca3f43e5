/**
 * A process that a hostile peer attacks. Repeats one operation until its input ends. Every second, prints a line of JSON with its
 * memory usage and the number of operations. Also prints the URLs that the peer needs.
 */
import { Client, keychainTokenStore } from "../../dist/index.js";
import { startEmulator } from "../../dist/emulator/index.js";

const [kind, applicationId = "1234567890123456789"] = process.argv.slice(2);

/** @param {object} line */
const print = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);

let rounds = 0;
const over = new AbortController();
/** @type {Record<string, number>} */
const ends = {};

/** @param {() => Promise<unknown>} round */
async function repeat(round) {
  while (!over.signal.aborted) {
    const end = await round().then(
      () => "success",
      (/** @type {{ code?: string }} */ { code = "no ClientError" }) => code,
    );
    ends[end] = (ends[end] ?? 0) + 1;
    rounds += 1;
  }
}

/** @param {object} options */
const authorize = (options) => {
  const client = new Client({
    applicationId,
    openBrowser: (url) => void print({ link: url }),
    apiBase: "http://127.0.0.1:1",
  });
  return client
    .Authorize(
      {
        clientId: applicationId,
        scopes: "identify",
        codeChallenge: client.CreateAuthorizationCodeVerifier().Challenge(),
      },
      options,
    )
    .finally(() => client.close());
};

/** @param {Record<string, unknown>} options */
const waiting = (options) => () =>
  authorize({ timeoutMs: 2_000, onAuthorizeUrl: (/** @type {string} */ url) => print({ url }), ...options });

/** @type {Record<string, () => Promise<unknown>>} */
const kinds = {
  "desktop-client": () => repeat(() => authorize({ consent: "desktop-client", timeoutMs: 1_000 })),
  dbus: () => repeat(() => keychainTokenStore({ service: "soak", timeoutMs: 300 }).get("account")),
  loopback: () => repeat(waiting({ redirect: "loopback" })),
  "hand-over": () => repeat(waiting({ redirect: "custom-scheme" })),
  emulator: async () => {
    const application = { activity: { mappings: [] } };
    const emulator = await startEmulator({ desktopClient: true, world: { applications: [application] } });
    const ada = emulator.player("Ada");
    const frame = ada.join(await ada.use("launch"));
    print({ webBase: emulator.webBase, frame: frame.url, rpc: emulator.desktopClient?.path });
    const check = async () => {
      const { status } = await fetch(`${emulator.apiBase}/gateway`);
      if (status !== 200) throw new Error(`the emulator answers ${status}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    };
    await repeat(check);
    await emulator.close();
  },
};

const timer = setInterval(() => print({ rss: process.memoryUsage.rss(), rounds, ends }), 1_000);
process.stdin.resume();
process.stdin.on("end", () => over.abort());
await kinds[kind ?? ""]?.();
clearInterval(timer);
print({ rss: process.memoryUsage.rss(), rounds, ends });
