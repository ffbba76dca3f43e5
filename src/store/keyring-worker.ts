/**
 * The program of the thread that talks to the keychain, as text: a thread needs JavaScript, and this runs from the TypeScript
 * sources and from the published package alike. Opening an entry connects to the keychain (6 ms) and may wait for a
 * person, so entries are kept, and nothing of it happens on the thread of the game.
 *
 * Secrets go as bytes: as text, Windows would count each character twice against its limit.
 */
export const keyringWorkerSource = `
const { parentPort, workerData } = require("node:worker_threads");
const { Entry } = require(workerData.modulePath);

// Without a store named here, the module falls back to the kernel's keyring, which forgets at the next start.
const options = { linux: { store: "secret-service" } };
const entries = new Map();

const operations = {
  getPassword: (entry) => {
    const bytes = entry.getSecret();
    return bytes === null ? null : Buffer.from(bytes).toString("utf8");
  },
  setPassword: (entry, password) => entry.setSecret(Buffer.from(password, "utf8")),
  deletePassword: (entry) => entry.deleteCredential(),
};

function run({ operation, service, account, password }) {
  const name = JSON.stringify([service, account]);
  const kept = entries.get(name);
  entries.delete(name);
  const entry = kept ?? new Entry(service, account, options);
  try {
    const result = operations[operation](entry, password);
    // "Nothing there" may only mean that the connection has died: the next look uses a new one.
    if (result !== null && result !== false) entries.set(name, entry);
    return result;
  } catch (error) {
    if (!kept || /prompt|lock/i.test(error.message)) throw error;
    return run({ operation, service, account, password });
  }
}

parentPort.on("message", ({ id, ...request }) => {
  try {
    parentPort.postMessage({ id, result: run(request) });
  } catch (error) {
    parentPort.postMessage({ id, error: String(error.message) });
  }
});
`;
