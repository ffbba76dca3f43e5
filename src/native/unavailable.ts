import { ClientError, ErrorType } from "../core/errors.ts";
import { currentTarget, supportedTargets } from "./target.ts";

/** A file that could not be loaded. */
export interface LoadFailure {
  readonly path: string;
  readonly reason: string;
  /** The code of Node's error; none where there is no file. */
  readonly code?: string | undefined;
}

/** Where it was looked: at the path that the game gave, in a checkout, or in all the usual places. */
export type Looked = "addonPath" | "checkout" | "everywhere";

/** Why there is no addon, and what the one who reads it can do about that. */
export function addonUnavailable(failures: readonly LoadFailure[], looked: Looked): ClientError {
  const list = failures.map(({ path, reason }) => `${path}: ${reason}`).join("; ");
  return new ClientError({
    type: ErrorType.Disabled,
    code: "addon_unavailable",
    message: `The native addon of slashpass for ${currentTarget()} could not be loaded (${list}).`,
    hint: adviceFor(failures, looked),
  });
}

function adviceFor(failures: readonly LoadFailure[], looked: Looked): string {
  if (failures.some(({ code }) => code === "ERR_DLOPEN_DISABLED"))
    return "Allow addons in Node's permission model: --allow-addons.";
  if (looked === "checkout") return "Run `npm run build:native`.";
  if (looked === "addonPath")
    return "Pass the path of slashpass.node as addonPath, with redirect-opener in the same folder.";
  const target = currentTarget();
  if (!supportedTargets.includes(target)) {
    return `There are addons only for ${supportedTargets.join(", ")}. On other systems, logs and createRedactor do not work; use the loopback redirect.`;
  }
  return (
    `If the package was bundled, copy the folder node_modules/slashpass/prebuilds/${target} to prebuilds/${target} beside ` +
    "the bundle or the program, or pass addonPath, the path of slashpass.node. In an Electron app keep .node files out of " +
    "the asar."
  );
}
