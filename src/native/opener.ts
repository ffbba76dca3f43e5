import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ClientError, ErrorType } from "../core/errors.ts";
import { foreignOwner, describeForeign, searchFrom } from "../core/resolve/ownership.ts";
import { addonFile } from "./load.ts";

/**
 * Reads redirect-opener from the addon's directory. The addon copies this program to a location from which the system can start
 * it, because only `fs` can access files in Electron's archives. Returns an empty array on macOS, which does not need the
 * program.
 *
 * @throws ClientError (Disabled) `no_opener`, `addon_unavailable`.
 */
export function readOpener(): Uint8Array {
  if (process.platform === "darwin") return new Uint8Array();
  const name = process.platform === "win32" ? "redirect-opener.exe" : "redirect-opener";
  const addon = addonFile();
  const path = join(dirname(addon), name);
  const foreign = foreignOwner(path, searchFrom([addon]));
  if (foreign) throw noOpener(describeForeign(foreign), name);
  try {
    return readFileSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw noOpener(`The program ${path} could not be read (${code}).`, name);
  }
}

function noOpener(message: string, name: string): ClientError {
  return new ClientError({
    type: ErrorType.Disabled,
    code: "no_opener",
    message,
    hint: `Copy ${name} from the package to the addon's folder.`,
  });
}
