// prebuilds.js check          fails if binaries are missing, stale or invalid
// prebuilds.js note TARGET... records new binaries in prebuilds/manifest.json
// prebuilds.js targets        lists the mandatory targets
import { fileURLToPath } from "node:url";
import { prebuildFaults } from "./prebuilds/check.js";
import { noteBuilt } from "./prebuilds/manifest.js";
import { mandatoryTargets } from "./prebuilds/targets.js";

const root = fileURLToPath(new URL("..", import.meta.url));
const [command, ...targets] = process.argv.slice(2);
if (command === "note") noteBuilt(root, targets);
else if (command === "targets") process.stdout.write(`${mandatoryTargets.join("\n")}\n`);
else refuse(prebuildFaults(root));

/** @param {string[]} faults */
function refuse(faults) {
  if (faults.length === 0) return;
  process.exitCode = 1;
  process.stderr.write(
    [
      "Cannot pack the package: prebuilt binaries are missing or invalid.",
      ...faults.map((fault) => `  ${fault}`),
      "Build them on Debian with `native/prebuild/all` (see CONTRIBUTING.md for its requirements).",
      "",
    ].join("\n"),
  );
}
