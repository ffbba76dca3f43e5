// One instance of a fleet. Lists its commands with many concurrent requests until it is stopped, then prints its counts.
// Arguments: INDEX INSTANCES SERVICE REDIS-PORT
import { once } from "node:events";
import { Redis } from "ioredis";
import { CommandsClient } from "slashpass/commands";
import { redisLimits } from "slashpass/redis";

const [index = "0", instances = "1", apiBase = "", redisPort = ""] = process.argv.slice(2);
const sideBySide = 20;

const redis = new Redis({ port: Number(redisPort), host: "127.0.0.1" });
let commands = 0;
/** How many scripts had to be loaded into Redis. */
let loads = 0;
const client = new CommandsClient({
  applicationId: "100000000000000001",
  credential: { botToken: "the-token-of-the-bench" },
  apiBase,
  limits: redisLimits({
    instances: Number(instances),
    command: ([name, ...args]) => {
      commands++;
      if (name === "EVAL") loads++;
      return redis.call(name, ...args);
    },
  }),
});
const guild = client.guild(`${200000000000000000n + BigInt(index)}`);

let requests = 0;
let failures = 0;
const stop = new AbortController();
async function ask() {
  while (!stop.signal.aborted) {
    try {
      await guild.list();
      requests++;
    } catch {
      failures++;
    }
  }
}

console.log("ready");
await once(process.stdin, "data");
const asking = Promise.all(Array.from({ length: sideBySide }, ask));
await once(process.stdin, "data");
// Completes pending requests, so that every counted Redis command belongs to a completed request.
stop.abort();
await asking;
console.log(JSON.stringify({ requests, failures, commands, loads }));
redis.disconnect();
process.stdin.destroy();
