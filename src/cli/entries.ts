import { definition as emulator } from "./emulator/definition.ts";
import { type Entry, entry } from "./frame/call.ts";
import { definition as init } from "./init/definition.ts";

/** Every command, in the order of the help. */
export const entries: readonly Entry[] = [
  entry(init, () => import("./init/run.ts")),
  entry(emulator, () => import("./emulator/run.ts")),
];
