// Runs the program as root in a new network namespace, in which the service is reachable only through an HTTP proxy: behind-proxy.js FOLDER
// RUNS. FOLDER contains key.pem and cert.pem for discord.com. RUNS is a JSON array of { words, env }; PROXY in `env` is replaced
// with the proxy's host and port. Prints a JSON array of { status, output, connects }.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { connect } from "node:net";
import { fileURLToPath } from "node:url";

const [folder = "", runs = "[]"] = process.argv.slice(2);
const executable = fileURLToPath(new URL("../../../dist/cli/main.js", import.meta.url));
execFileSync("ip", ["link", "set", "lo", "up"], {
  env: { PATH: `${process.env["PATH"]}:/usr/sbin:/sbin` },
});

const service = createTlsServer(
  { key: readFileSync(`${folder}/key.pem`), cert: readFileSync(`${folder}/cert.pem`) },
  (_request, response) => void response.setHeader("content-type", "application/json").end("[]"),
).listen(0, "127.0.0.1");
await once(service, "listening");

/** @type {string[]} */
let connects = [];
const proxy = createServer().listen(0, "127.0.0.1");
await once(proxy, "listening");
/** @param {import("node:net").Server} server */
const portOf = (server) => /** @type {import("node:net").AddressInfo} */ (server.address()).port;
proxy.on("connect", (request, socket) => {
  connects.push([request.url, request.headers["proxy-authorization"]].filter(Boolean).join(" "));
  const tunnel = connect(portOf(service), "127.0.0.1", () => {
    socket.write("HTTP/1.1 200 Connection Established\r\n\r\n");
    tunnel.pipe(socket).pipe(tunnel);
  });
  for (const end of [socket, tunnel]) end.on("error", () => undefined);
});

/** @param {{ args: string[], env: Record<string, string> }} run */
async function runProgram({ args, env }) {
  connects = [];
  const filled = Object.entries(env).map(([name, value]) => [
    name,
    value.replace("PROXY", `127.0.0.1:${portOf(proxy)}`),
  ]);
  const child = spawn(process.execPath, [executable, ...args], {
    cwd: folder,
    env: { PATH: process.env["PATH"], HOME: folder, ...Object.fromEntries(filled) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += text));
  const [status] = await once(child, "close");
  return { status, output, connects };
}

const results = [];
for (const run of JSON.parse(runs)) results.push(await runProgram(run));
process.stdout.write(JSON.stringify(results));
process.exit(0);
