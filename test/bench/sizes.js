// What a game or an endpoint carries when it is bundled. Needs `npm run build`.
import { bundledSize, ownPrograms } from "./frame/bundle.js";

/** @typedef {import("./frame/bench.ts").Kind} Kind */

const verifyByHand = `import { createPublicKey, verify } from "node:crypto";
  export const check = (key, signature, timestamp, body) =>
    verify(null, Buffer.concat([Buffer.from(timestamp), body]), createPublicKey(key), Buffer.from(signature, "hex"));`;
const fetchByHand = `export const token = (url, fields) =>
  fetch(url, { method: "POST", body: new URLSearchParams(fields) }).then((answer) => answer.json());`;

const honoHandler = `import { DiscordHono } from "discord-hono";
  export const handler = new DiscordHono().command("greet", (used) => used.res("Hello"));`;

/** @type {import("./frame/bench.ts").Bench} */
export const bench = {
  title: "Sizes in a bundle",
  about:
    "A program that uses one thing, bundled by rolldown for Node, minified and gzipped: what is read as it starts. The bounds of " +
    "ours are held by test/package/sizes.test.ts.",
  async run() {
    return [
      {
        name: "sizes-endpoint",
        title: "An endpoint of interactions",
        unit: "kB",
        rows: await sizesOf([
          ["the check of the signature by hand", "floor", verifyByHand],
          ["slashpass: a handler with one command", "ours", ownPrograms.handler],
          ["slashpass: the same for production", "ours", ownPrograms.productionHandler],
          ["slashpass: verifyInteraction", "ours", ownPrograms.verifyInteraction],
          ["discord-interactions: verifyKey", "peer", `export { verifyKey } from "discord-interactions";`],
          ["discord-hono: a handler with one command", "peer", honoHandler],
        ]),
        left:
          "15 kB were aimed at for production, and are met. Half of a handler are the rules that commands and messages are checked by " +
          "where they are written, before the service refuses them; `slashpass/interactions/production` leaves them out. Of its 14.1 kB " +
          "a third are errors and readers of input, a third what answers (deferrals, the order of messages), a fifth the endpoint, and " +
          "the rest definitions and the values that players filled in; 1.4 are lost because late parts share its files. What registers, " +
          "sends, writes files, explains refusals, suggests and masks failures is loaded by the first of them, 9.8 kB. `verifyKey` checks " +
          "the signature only; discord-hono finds the handler beside, and checks neither commands nor answers, nor answers for a handler " +
          "that is slow.",
      },
      {
        name: "sizes-clients",
        title: "Clients",
        unit: "kB",
        rows: await sizesOf([
          ["a token request by hand", "floor", fetchByHand],
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
        left:
          "By what is read at the start the aims, 60 kB and 30, are met; with all that can be loaded later, 140 and 50 kB, they are not. " +
          "`Client` loads 101 kB later, part by part: with the first request what sends it, its limits " +
          "and its errors; signing in with its pages in 36 languages, the keychains, oauth4webapi and QR codes; and with the first " +
          "command or message the rules that these are checked by, plans and rollouts. `CommandsClient` loads 40 kB later. What is " +
          "left at the start are the methods that read what they are given, and of `Client` the arguments of its operations, its log " +
          "and its redirects.",
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
