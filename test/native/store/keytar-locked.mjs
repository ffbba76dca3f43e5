// Uses a locked keychain through keytar, whose path is the first argument. The second argument is the part of the package that
// exports keychainTokenStore. Prints each operation's failure on its own line.
import { createRequire } from "node:module";

const [keytar, from] = process.argv.slice(2);
const { keychainTokenStore } = await import(String(from));
const store = keychainTokenStore({ keytar: createRequire(import.meta.url)(String(keytar)) });
for (const operation of [
  () => store.probe(),
  () => store.set("discord.com/1", "record"),
  () => store.get("discord.com/1"),
]) {
  const failure = await operation().then(
    () => "no failure",
    (/** @type {unknown} */ error) => error,
  );
  process.stdout.write(`${JSON.stringify(failure)}\n`);
}
