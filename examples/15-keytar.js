// Stores tokens with keytar. `keytar: true` uses the installed package. Any object with the same three functions works too, such
// as a wrapper around Electron's safeStorage, or the in-memory one below.
import { Client, keychainTokenStore } from "slashpass";
import { clientOptions, emulator } from "./setting.js";

/** @type {Map<string, string>} */
const passwords = new Map();
const keytar = {
  getPassword: async (/** @type {string} */ service, /** @type {string} */ account) =>
    passwords.get(`${service}/${account}`) ?? null,
  setPassword: async (
    /** @type {string} */ service,
    /** @type {string} */ account,
    /** @type {string} */ password,
  ) => {
    passwords.set(`${service}/${account}`, password);
  },
  deletePassword: async (/** @type {string} */ service, /** @type {string} */ account) =>
    passwords.delete(`${service}/${account}`),
};

const client = new Client({ ...clientOptions, store: keychainTokenStore({ service: "My Game", keytar }) });
await client.signIn({ scopes: "identify" });
console.log(`Kept for My Game: ${passwords.size > 0}`);
await client.signOut();
console.log(`Kept after signing out: ${passwords.size > 0}`);
await client.close();
await emulator.close();
