import { isAbsolute } from "node:path";
import { type Reader, wrongArgument } from "../core/check/reader.ts";

/** Where the addon lies; whether it does is seen when it is needed. */
export const readAddonPath: Reader<string> = (value, name) => {
  if (typeof value === "string" && isAbsolute(value) && !value.includes("\0")) return value;
  throw wrongArgument(name, value, "the absolute path of slashpass.node", {
    code: "invalid_addon_path",
    hint: 'Make it from the folder of your program: join(import.meta.dirname, "slashpass.node"). Convert a file: URL with fileURLToPath.',
  });
};
