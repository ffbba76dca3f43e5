import type { GlobalCommand } from "slashpass/commands";
import type { Emulator } from "slashpass/emulator";

export { startEmulator } from "slashpass/emulator";
export declare const emulator: Emulator;
export declare const commands: readonly GlobalCommand[];

export declare function tokenFor(code: unknown): Promise<string>;
