// The examples use the emulator, so they run without an account. For Discord, omit these options: the client needs only
// `applicationId`, opens the player's browser, and stores tokens in the system's keychain.
import { memoryTokenStore } from "slashpass";
import { startEmulator } from "slashpass/emulator";

export const emulator = await startEmulator({ world: { applications: [{ activities: true }] } });

/** For `new Client(…)`. */
export const clientOptions = {
  ...emulator.clientOptions(),
  openBrowser: emulator.player().browser(),
  store: memoryTokenStore(),
};

/** For `new CommandsClient(…)`. */
export const commandsOptions = emulator.commandsOptions();
