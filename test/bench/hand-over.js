// How long a redirect takes from the start of redirect-opener to the game's hands. Needs `npm run build`.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inTurn } from "./frame/measure.js";

const scheme = "discord-1234567890123456789";
const redirect = `${scheme}:/authorize/callback?code=abcdefghijklmnopqrstuvwxyz0123&state=${"s".repeat(43)}`;
const left =
  "The program is linked with nothing but the C library; it checks the URL, the folder and the owner of the socket, and waits until " +
  "the game has taken the URL. Most of it is the system's start of a process, which the floor is alone.";

/** @type {import("./frame/bench.ts").Bench} */
export const bench = {
  title: "A redirect by a scheme of the game's own",
  about:
    "From the start of the program that the system opens for a URL such as `discord-…:/authorize/callback` until it has ended and the " +
    "game has the URL in JavaScript. The peer is the same written for Node, one argument over a Unix socket; the floor is our program " +
    "without a URL, which ends at once.",
  async run(pace) {
    const heading = {
      name: "hand-over",
      title: "From the program's start to its end and to the game",
      unit: "ms",
      left,
    };
    if (process.platform !== "linux")
      return [
        {
          ...heading,
          rows: [],
          missing: [{ what: "slashpass", why: "it registers a scheme as Linux does" }],
        },
      ];
    const home = ownFolders();
    const game = await startGame(home);
    const opener = join(home, "data/slashpass", scheme, "redirect-opener");
    const rows = await inTurn(
      [
        { what: "the start of a process", kind: "floor", run: () => spawnedFor([opener]) },
        {
          what: "slashpass: redirect-opener",
          kind: "ours",
          run: () => game.arrival([opener, "--", redirect]),
        },
        {
          what: "a program for Node",
          kind: "peer",
          run: () => game.arrival([process.execPath, game.nodeProgram, redirect]),
        },
      ],
      { rounds: pace.pick({ full: 100, quick: 10 }) },
      ({ run }) => run(),
    );
    game.close();
    rmSync(home, { recursive: true, force: true });
    return [{ ...heading, rows }];
  },
};

/** What the user's folders are in this process, so that no scheme is registered in the real ones. */
function ownFolders() {
  const home = mkdtempSync(join(tmpdir(), "slashpass-bench-"));
  for (const [variable, folder] of /** @type {const} */ ([
    ["XDG_DATA_HOME", "data"],
    ["XDG_CONFIG_HOME", "config"],
    ["XDG_RUNTIME_DIR", "run"],
  ])) {
    mkdirSync(join(home, folder), { mode: 0o700 });
    process.env[variable] = join(home, folder);
  }
  return home;
}

/** @param {string} home */
async function startGame(home) {
  /** @type {import("../../src/native/binding.ts").Addon} */
  const addon = createRequire(import.meta.url)("../../build/Release/slashpass.node");
  const opener = readFileSync(new URL("../../build/Release/redirect-opener", import.meta.url));
  addon.registerRedirectScheme(scheme, "1234567890123456789", opener, "Bench", false, "");
  /** Called with each redirect, whoever brings it. */
  let arrived = (/** @type {string} */ _uri) => {};
  const closeHandOver = addon.openHandOver(scheme, (uri) => arrived(uri ?? ""));

  const socket = join(home, "run/node.sock");
  const nodeProgram = join(home, "program.cjs");
  writeFileSync(nodeProgram, `require("node:net").connect(${JSON.stringify(socket)}).end(process.argv[2]);`);
  const server = createServer((sender) => {
    let text = "";
    sender.on("data", (data) => (text += data.toString()));
    sender.on("end", () => arrived(text));
  }).listen(socket);
  await once(server, "listening");

  /** @param {readonly string[]} command @returns {Promise<number>} milliseconds */
  const arrival = async (command) => {
    const start = performance.now();
    const uri = new Promise((resolve) => (arrived = resolve));
    await spawnedFor(command);
    if ((await uri) !== redirect) throw new Error("Something else arrived instead of the redirect.");
    return performance.now() - start;
  };
  const close = () => {
    closeHandOver();
    server.close();
  };
  return { nodeProgram, arrival, close };
}

/** @param {readonly string[]} command @returns {Promise<number>} milliseconds until it has ended */
async function spawnedFor([program = "", ...args]) {
  const start = performance.now();
  await once(spawn(program, args, { stdio: "ignore" }), "exit");
  return performance.now() - start;
}
