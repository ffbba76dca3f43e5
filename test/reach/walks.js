import { generateKeyPairSync, sign } from "node:crypto";
import { entryOf } from "./entries.js";

/**
 * @typedef {{ id: string, botToken: string, apiBase: string, webBase: string }} Service - provided by the emulator
 * @typedef {{ folder: string, service: Service, openBrowser: (url: string) => void }} Scene
 */

/** A library user's tasks, by name. Each runs in its own process. */
export const walks = { signIn, planAndApply, list, interaction };

/** @param {Scene} scene */
async function signIn({ folder, service: { id, apiBase, webBase }, openBrowser }) {
  /** @type {typeof import("slashpass")} */
  const { Client, memoryTokenStore } = await entryOf(folder, ".");
  const client = new Client({ applicationId: id, apiBase, webBase, store: memoryTokenStore(), openBrowser });
  await client.signIn({ scopes: "openid", redirect: "loopback" });
}

const ping = { name: "ping", description: "Answers" };
const score = { name: "score", description: "Shows a score" };
const race = { name: "race", description: "Starts a race" };

/** Includes one new, one changed, one deleted and one unchanged command. @param {Scene} scene */
async function planAndApply(scene) {
  const { global } = await commandsClient(scene);
  await global.apply(await global.plan([ping, score, { name: "start", description: "Starts" }]));
  await global.apply(await global.plan([ping, race, { ...score, description: "Shows the score" }]));
  const { writes } = await global.plan([ping, race, { ...score, description: "Shows the score" }]);
  if (writes.length > 0) throw new Error("The applied commands differ from the planned commands.");
}

/** @param {Scene} scene */
async function list(scene) {
  const { global } = await commandsClient(scene);
  await global.list();
}

/** @param {Scene} scene */
async function commandsClient({ folder, service: { id, botToken, apiBase } }) {
  /** @type {typeof import("slashpass/commands")} */
  const { CommandsClient } = await entryOf(folder, "./commands");
  return new CommandsClient({ applicationId: id, credential: { botToken }, apiBase });
}

/** @param {Scene} scene */
async function interaction({ folder, service: { apiBase } }) {
  /** @type {typeof import("slashpass/interactions")} */
  const { createInteractionHandler, defineCommand } = await entryOf(folder, "./interactions");
  const command = defineCommand({
    ...ping,
    handle: (/** @type {{ reply(message: object): void }} */ received) => received.reply({ content: "Pong" }),
  });
  const keys = generateKeyPairSync("ed25519");
  const publicKey = keys.publicKey.export({ format: "der", type: "spki" }).subarray(-32).toString("hex");
  const handler = createInteractionHandler({ publicKey, apiBase, commands: [command] });
  const answer = await handler(slashCommand(ping.name, keys.privateKey));
  const { data } = /** @type {{ data?: { content?: string } }} */ (await answer.json());
  if (data?.content !== "Pong") throw new Error(`Answered with ${answer.status}.`);
}

/**
 * @param {string} name
 * @param {import("node:crypto").KeyObject} key
 */
function slashCommand(name, key) {
  const user = { id: "1", username: "ada", discriminator: "0", global_name: null, avatar: null };
  const data = { id: "5", name, type: 1 };
  const common = { id: "2", application_id: "3", token: "t", version: 1, locale: "en-US", entitlements: [] };
  const body = JSON.stringify({ ...common, type: 2, channel_id: "4", user, data });
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signature = sign(null, Buffer.from(timestamp + body), key).toString("hex");
  const headers = { "x-signature-ed25519": signature, "x-signature-timestamp": timestamp };
  return new Request("https://game.example/", { method: "POST", headers, body });
}
