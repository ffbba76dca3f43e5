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

const entries = new Map();

const operations = {
  getPassword: (entry) => {
    const bytes = entry.getSecret();
    return bytes === null ? null : Buffer.from(bytes).toString("utf8");
  },
  setPassword: (entry, password) => entry.setSecret(Buffer.from(password, "utf8")),
  deletePassword: (entry) => entry.deleteCredential(),
};

// "Nothing there" may only mean that the connection has died, and an item can vanish between being found and being read:
// whatever fails is tried once more on a new connection, except where that would show the player a second dialog.
function run(request) {
  try {
    return attempt(request);
  } catch (error) {
    if (/prompt|lock/i.test(error.message)) throw error;
    return attempt(request);
  }
}

function attempt({ operation, service, account, password }) {
  const name = JSON.stringify([service, account]);
  const entry = entries.get(name) ?? new Entry(service, account);
  entries.delete(name);
  const result = operations[operation](entry, password);
  if (result !== null && result !== false) entries.set(name, entry);
  return result;
}

parentPort.on("message", ({ id, ...request }) => {
  try {
    parentPort.postMessage({ id, result: run(request) });
  } catch (error) {
    parentPort.postMessage({ id, error: String(error.message) });
  }
});
`;
