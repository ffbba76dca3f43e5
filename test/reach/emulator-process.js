// Runs an emulator in a separate process, so its use of the library is not counted. Sends its URLs and signs its player in at each URL
// that it receives. Argument: the checkout.
import { entryOf } from "./entries.js";

/** @type {typeof import("slashpass/emulator")} */
const { startEmulator } = await entryOf(process.argv[2] ?? ".", "./emulator");
const emulator = await startEmulator();
const browse = emulator.player().browser();

process.on("message", (url) => void browse(String(url)));
process.once("disconnect", () => void emulator.close());
const { id, botToken } = emulator.application;
process.send?.({ id, botToken, apiBase: emulator.apiBase, webBase: emulator.webBase });
