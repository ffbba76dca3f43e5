// Measures bundle sizes for games and endpoints. Needs `npm run build`.
import { bundledSize, ownPrograms } from "./frame/bundle.js";

/** @typedef {import("./frame/bench.ts").Kind} Kind */

const verifyByHand = `import { createPublicKey, verify } from "node:crypto";
  export const check = (key, signature, timestamp, body) =>
    verify(null, Buffer.concat([Buffer.from(timestamp), body]), createPublicKey(key), Buffer.from(signature, "hex"));`;
const fetchByHand = `export const token = (url, fields) =>
  fetch(url, { method: "POST", body: new URLSearchParams(fields) }).then((answer) => answer.json());`;

const honoHandler = `import { DiscordHono } from "discord-hono";
  export const handler = new DiscordHono().command("greet", (used) => used.res("Hello"));`;

/**
 * The minified and gzipped size of a program that uses one feature, bundled by rolldown for Node, without lazily loaded parts.
 * test/package/sizes.test.ts enforces the limits.
 *
 * @type {import("./frame/bench.ts").Bench}
 */
export const bench = {
  title: "Bundle sizes",
  async run() {
    return [
      {
        name: "sizes-endpoint",
        title: "An interactions endpoint",
        unit: "kB",
        rows: await sizesOf([
          ["a manual signature check", "floor", verifyByHand],
          ["slashpass: a handler with one command", "ours", ownPrograms.handler],
          ["slashpass: the same for production", "ours", ownPrograms.productionHandler],
          ["slashpass: verifyInteraction", "ours", ownPrograms.verifyInteraction],
          ["discord-interactions: verifyKey", "peer", `export { verifyKey } from "discord-interactions";`],
          ["discord-hono: a handler with one command", "peer", honoHandler],
        ]),
        footnote:
          "The production goal of 15 kB is met. Half of the development handler consists of rules for commands and messages, " +
          "which `slashpass/interactions/production` omits. Less common features (9.8 kB) are loaded on first use. " +
          "`verifyKey` checks only the signature; discord-hono also finds the handler, but does not validate commands or " +
          "responses and does not defer slow handlers.",
      },
      {
        name: "sizes-clients",
        title: "Clients",
        unit: "kB",
        rows: await sizesOf([
          ["a manual token request", "floor", fetchByHand],
          ["slashpass: Client", "ours", ownPrograms.Client],
          ["slashpass: CommandsClient", "ours", ownPrograms.CommandsClient],
          [
            "oauth4webapi: the code grant",
            "peer",
            `export { authorizationCodeGrantRequest, processAuthorizationCodeResponse } from "oauth4webapi";`,
          ],
          [
            "openid-client: the code grant",
            "peer",
            `export { authorizationCodeGrant, discovery } from "openid-client";`,
          ],
          [
            "@azure/msal-node: PublicClientApplication",
            "peer",
            `export { PublicClientApplication } from "@azure/msal-node";`,
          ],
          ["@discordjs/rest: REST", "peer", `export { REST } from "@discordjs/rest";`],
        ]),
        footnote:
          "The goals of 60 and 30 kB are met at startup. With lazy parts, the goals of 140 and 50 kB are missed. " +
          "`Client` loads another 101 kB (requests, sign-in with its pages, keychains, QR codes, rules), and " +
          "`CommandsClient` 40 kB.",
      },
    ];
  },
};

/** @param {readonly (readonly [what: string, kind: Kind, program: string])[]} programs */
function sizesOf(programs) {
  return Promise.all(
    programs.map(async ([what, kind, program]) => ({
      what,
      kind,
      values: [(await bundledSize(program)).atStart / 1000],
    })),
  );
}
