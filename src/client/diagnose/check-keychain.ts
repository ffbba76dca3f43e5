import type { CheckContext } from "./context.ts";
import { finding, type Finding } from "./finding.ts";

/** Writes, reads and deletes an entry of its own, unless the player would be asked to unlock the keychain for it. */
export async function checkKeychain(context: CheckContext, signal: AbortSignal): Promise<Finding> {
  const { machine, store, usesKeychain } = context;
  // A keychain that cannot even say so is found out by the test itself.
  if (usesKeychain && (await machine.isKeychainLocked(signal).catch(() => false))) {
    return finding(
      "warning",
      "The keychain is locked, so nothing was written: that would show a dialog.",
      "Unlock it and run this again. A sign-in asks the player to unlock it.",
    );
  }
  await store.probe();
  return finding("ok", `An entry was written, read and deleted (${store.name}).`);
}
