import type { CheckContext } from "./context.ts";
import { finding, findingOf, type Finding } from "./finding.ts";

/** Which file the addon is loaded from, and why. Only a scheme of the game's own needs it for the sign-in itself. */
export async function checkAddon({ machine, namesScheme }: CheckContext): Promise<Finding> {
  try {
    const { file, reason } = machine.addon();
    return finding("ok", `${file}: ${reason}.`);
  } catch (error) {
    return findingOf(error, namesScheme ? "failure" : "warning");
  }
}
