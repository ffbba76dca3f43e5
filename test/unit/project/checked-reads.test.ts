import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

/** Sources that may read files directly, with the reason for each. */
const others = {
  "cli/emulator/as-service/inside.ts": "keys that the parent process has just written",
  "cli/frame/port-holder.ts": "tables of the kernel",
  "cli/init/write-files.ts": "the text of a generated program",
  "cli/version.ts": "the package.json of this package",
  "core/resolve/read-file.ts": "the checked reader itself",
  "native/addon-paths.ts": "a table of the kernel, and a package.json that Node has read before",
  "native/opener.ts": "a program of this package, possibly in an archive of Electron",
  "sign-in/redirect/peer.ts": "tables of the kernel",
};

const reads = /\b(?:readFile(?:Sync)?|createReadStream|openAsBlob)\b[^;]*from "node:fs|\breadFileSync\(/;

it("reads files only through core/resolve/read-file.ts, which rejects pipes, devices and unsupported encodings", () => {
  const sources = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((path) =>
    path.endsWith(".ts"),
  );
  const reading = sources.filter((path) => reads.test(readFileSync(`src/${path}`, "utf8")));
  expect(reading.toSorted()).toEqual(Object.keys(others));
});
