// Stores tokens in an encrypted file, for machines without a keychain. The game supplies the key and must keep it safe.
import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, fileTokenStore } from "slashpass";
import { clientOptions, emulator } from "./setting.js";

const folder = await mkdtemp(join(tmpdir(), "game-"));
const store = fileTokenStore({ path: join(folder, "tokens"), key: randomBytes(32) });

const first = new Client({ ...clientOptions, store });
await first.signIn({ scopes: "identify" });
await first.close();

const second = new Client({ ...clientOptions, store, openBrowser: () => console.log("not called") });
const session = await second.signIn({ scopes: "identify" });
console.log(`Restored, with the scopes ${session.scopes}`);
await second.signOut();
await second.close();
await rm(folder, { recursive: true });
await emulator.close();
