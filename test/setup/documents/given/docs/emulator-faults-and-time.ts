import type { Emulator } from "slashpass/emulator";

export declare const emulator: Emulator;
