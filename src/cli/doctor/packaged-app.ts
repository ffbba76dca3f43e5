import { existsSync, readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { misunderstood } from "../frame/failure.ts";
import type { Finding } from "./report.ts";

const addonName = "slashpass.node";

/** The archive of an Electron app on Linux and Windows, and in a bundle on macOS. */
const archives = ["resources/app.asar", "Contents/Resources/app.asar"];

/**
 * Checks that the addon of a packaged Electron app is outside the archive, where the system can load it.
 *
 * @throws Failure `misunderstood` if the directory contains no archive.
 */
export function checkPackagedApp(folder: string, namesScheme: boolean): Finding {
  const archive = archives.map((path) => join(folder, path)).find((path) => existsSync(path));
  if (archive === undefined)
    throw misunderstood(
      `${folder} contains no packaged Electron app: ${archives.join(" and ")} are missing.`,
      "Specify the packager's output directory, such as dist/linux-unpacked, or the .app bundle on macOS.",
    );
  const addons = filesIn(`${archive}.unpacked`).filter((path) => basename(path) === addonName);
  const check = "packaged-app";
  if (addons.length > 0) {
    const targets = addons.map((path) => basename(dirname(path))).toSorted();
    return { check, verdict: "ok", found: `The addon is outside ${archive} (${targets.join(", ")}).` };
  }
  return {
    check,
    verdict: namesScheme ? "failure" : "warning",
    found: `The system cannot load the addon, because ${archive}.unpacked does not contain ${addonName}.`,
    advice: `Set asarUnpack to ["**/*.node"] (electron-builder) or asar.unpack to "**/*.node" (Electron Forge), and mark slashpass as external in the bundler.`,
    code: "addon_unavailable",
  };
}

function filesIn(folder: string): readonly string[] {
  return existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: "utf8" }) : [];
}
