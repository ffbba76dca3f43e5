// Starts a keychain call that is never answered, and exits as the first argument specifies. The second argument is the package,
// or a part of it that exports keychainTokenStore.
const [manner, from] = process.argv.slice(2);
const { keychainTokenStore } = await import(String(from));
const store = keychainTokenStore({
  service: "slashpass-waiting",
  timeoutMs: manner === "naturally" ? 1_000 : 600_000,
});

const call = store.set("account", "record").catch((/** @type {unknown} */ error) => {
  process.stdout.write(`${JSON.stringify(error)}\n`);
});
if (manner !== "naturally") {
  // A line on standard input means that the dialog is open.
  process.stdin.once("data", () => {
    process.stdout.write("ends\n");
    if (manner === "by process.exit") process.exit(0);
    throw new Error("on purpose");
  });
} else {
  await call;
}
