// What installing costs: packages and bytes on the disk, out of node_modules and the lock file, so that no registry is asked.
// Needs `npm run build`.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

const root = new URL("../..", import.meta.url).pathname;
/** @typedef {{ dependencies?: Record<string, string>, optionalDependencies?: Record<string, string> }} Package */
/** @type {{ packages: Record<string, Package> }} */
const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
const binaries = ["slashpass.node", "redirect-opener"].map((name) => join(root, "build/Release", name));
const fetchesNothing = "it is no devDependency of ours, and a bench fetches nothing";

/** @type {import("./frame/bench.ts").Bench} */
export const bench = {
  title: "Sizes on the disk",
  about:
    "What `npm install` lays down on this machine: the package and everything that it needs. The floor are the binaries that this " +
    "machine loads, which the addon and the keychain cannot be without.",
  async run() {
    const isBuilt = existsSync(join(root, "prebuilds/manifest.json"));
    const own = packedBytes() + (isBuilt ? 0 : sum(binaries.map(bytesOf)));
    const needs = closure("");
    const keyring = needs.filter((path) => path.includes("@napi-rs/keyring-"));
    /** @type {import("./frame/bench.ts").Row[]} */
    const rows = [
      { what: "binaries of this machine", kind: "floor", values: [mb([...binaries, ...keyring])] },
      {
        what: isBuilt ? "slashpass" : "slashpass, with the binaries of this machine alone",
        kind: "ours",
        values: [own / 1e6 + mb(needs)],
      },
    ];
    for (const peer of [
      "@azure/msal-node",
      "@discordjs/rest",
      "openid-client",
      "discord-interactions",
      "discord-hono",
    ]) {
      const paths = [`node_modules/${peer}`, ...closure(`node_modules/${peer}`)];
      rows.push({ what: `${peer}, ${paths.length} packages`, kind: "peer", values: [mb(paths)] });
    }
    const missing = ["discord.js", "better-sqlite3"].map((what) => ({ what, why: fetchesNothing }));
    const why = "they are not built (native/prebuild/all)";
    if (!isBuilt) missing.unshift({ what: "slashpass, with the binaries for every system", why });
    return [
      {
        name: "install-size",
        title: "Installed, with everything it needs",
        unit: "MB",
        rows,
        missing,
        counts: [
          {
            what: "packages that are installed with slashpass, itself among them",
            value: needs.length + 1,
            atMost: 17,
          },
        ],
        left:
          "Half of it are binaries: a package with those of every system can be installed without a compiler and without a script " +
          "that fetches one. The emulator and the program come along, and cost nothing to who does not import them. The bound of " +
          "12 MB is held by test/install.",
      },
    ];
  },
};

/** What npm packs, unpacked. */
function packedBytes() {
  const words = ["pack", "--dry-run", "--json", "--ignore-scripts", "--offline", "--no-update-notifier"];
  const text = execFileSync("npm", words, {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  return JSON.parse(text)[0].unpackedSize;
}

/**
 * The folders of what a package needs, by the lock file; what is not for this machine is not installed.
 *
 * @param {string} path - of the package, as in the lock file.
 */
function closure(path, found = /** @type {string[]} */ ([])) {
  const { dependencies = {}, optionalDependencies = {} } = lock.packages[path] ?? {};
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
    const dependency = resolved(path, name);
    if (!dependency || found.includes(dependency)) continue;
    found.push(dependency);
    closure(dependency, found);
  }
  return found;
}

/** As Node looks: beside the package, then above. @param {string} path @param {string} name */
function resolved(path, name) {
  for (let at = path; ; at = at.slice(0, Math.max(0, at.lastIndexOf("node_modules/") - 1))) {
    const candidate = join(at, "node_modules", name);
    if (existsSync(join(root, candidate))) return candidate;
    if (at === "") return undefined;
  }
}

/** @param {readonly string[]} paths */
function mb(paths) {
  return sum(paths.map((path) => bytesOf(path.startsWith("/") ? path : join(root, path)))) / 1e6;
}

/** @param {string} path @returns {number} without the packages within. */
function bytesOf(path) {
  if (!statSync(path).isDirectory()) return statSync(path).size;
  return sum(
    readdirSync(path)
      .filter((name) => name !== "node_modules")
      .map((name) => bytesOf(join(path, name))),
  );
}

/** @param {readonly number[]} numbers */
function sum(numbers) {
  return numbers.reduce((total, one) => total + one, 0);
}
