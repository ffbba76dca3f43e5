// Where the examples run: against the emulator, so that each of them works as it is. For the real service leave this out:
// the client then needs `applicationId` only, opens the player's own browser, and keeps tokens in the system's keychain.
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
