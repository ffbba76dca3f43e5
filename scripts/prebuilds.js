// prebuilds.js check          refuses to publish binaries that are missing, old, or not as promised
// prebuilds.js note TARGET... writes down in prebuilds/manifest.json what was just built; prebuilds.js targets lists them
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
      "The package cannot be packed: its binaries are not there as promised.",
      ...faults.map((fault) => `  ${fault}`),
      "Build them on Debian with `native/prebuild/all`; CONTRIBUTING.md says what it needs.",
      "",
    ].join("\n"),
  );
}
