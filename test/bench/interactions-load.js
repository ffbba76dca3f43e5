// Generates load for the interactions benchmark: 64 connections with one pending request each, written and read as raw bytes to
// save processor time. Arguments: PORT FORGED-SHARE MS
import { once } from "node:events";
import { connect } from "node:net";
import { body, forged, signature, timestamp } from "./interactions-payload.js";

const connections = 64;
const answered = Buffer.from("HTTP/1.1 ");

/** @param {Buffer} proof */
function request(proof) {
  const head = [
    "POST / HTTP/1.1",
    "Host: 127.0.0.1",
    "Content-Type: application/json",
    `Content-Length: ${body.length}`,
    `X-Signature-Ed25519: ${proof.toString("hex")}`,
    `X-Signature-Timestamp: ${timestamp}`,
    "\r\n",
  ];
  return Buffer.concat([Buffer.from(head.join("\r\n")), body]);
}

const good = request(signature);
const bad = request(forged);

/**
 * @param {number} port
 * @param {number} forgedShare - from 0 to 1
 * @param {number} ms
 */
export async function load(port, forgedShare, ms) {
  /** @type {number[]} */
  const latencies = [];
  let wrong = 0;
  const started = performance.now();
  const ends = Array.from({ length: connections }, async () => {
    const socket = connect({ port, host: "127.0.0.1", noDelay: true });
    await once(socket, "connect");
    let sent = 0;
    let owed = 0;
    let expected = "200";
    const next = () => {
      owed += forgedShare;
      const forge = owed >= 1;
      if (forge) owed -= 1;
      expected = forge ? "401" : "200";
      sent = performance.now();
      socket.write(forge ? bad : good);
    };
    socket.on("data", (data) => {
      if (!data.subarray(0, 9).equals(answered)) return;
      latencies.push(performance.now() - sent);
      if (data.toString("latin1", 9, 12) !== expected) wrong += 1;
      if (performance.now() - started < ms) next();
      else socket.destroy();
    });
    next();
    await once(socket, "close");
  });
  await Promise.all(ends);
  if (wrong > 0) throw new Error(`${wrong} answers had the wrong status.`);
  const seconds = (performance.now() - started) / 1000;
  latencies.sort((a, b) => a - b);
  const count = latencies.length;
  return { count, rate: count / seconds, p99: latencies[Math.floor(count * 0.99)] ?? 0 };
}

const [, , port, forgedShare, ms] = process.argv;
if (process.send)
  process.send(await load(Number(port), Number(forgedShare), Number(ms)), () => process.disconnect());
