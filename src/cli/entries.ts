import { definition as emulator } from "./emulator/definition.ts";
import { type Entry, entry } from "./frame/call.ts";

/** Every command, in the order of the help. */
export const entries: readonly Entry[] = [entry(emulator, () => import("./emulator/run.ts"))];
