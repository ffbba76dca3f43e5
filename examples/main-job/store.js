import { isClientError, keychainTokenStore, memoryTokenStore } from "slashpass";

/** Falls back to memory if there is no keychain. The library never makes this choice itself. */
export async function chooseStore() {
  const keychain = keychainTokenStore();
  try {
    await keychain.probe();
    return { store: keychain, place: "tokens are in the keychain" };
  } catch (error) {
    if (!isClientError(error)) throw error;
    return { store: memoryTokenStore(), place: `tokens are in memory only (no keychain: ${error.code})` };
  }
}
