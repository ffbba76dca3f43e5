// An interactions endpoint on an edge runtime such as Cloudflare Workers, without any Node API. The key is one of the worker's
// variables, passed with each request:
//   npx wrangler deploy examples/28-interactions-worker.js --var SLASHPASS_PUBLIC_KEY:…
import { createInteractionHandler, defineCommand } from "slashpass/interactions";

const roll = defineCommand({
  name: "roll",
  description: "Rolls a die",
  handle: (interaction) => interaction.reply({ content: `You rolled ${1 + Math.floor(Math.random() * 6)}.` }),
});

/** @type {ReturnType<typeof createInteractionHandler> | undefined} */
let handler;

// The module format that edge runtimes expect.
export default {
  /**
   * @param {Request} request
   * @param {{ readonly SLASHPASS_PUBLIC_KEY: string, readonly SLASHPASS_API_BASE?: string }} environment - set SLASHPASS_API_BASE
   *   only for the emulator.
   * @param {{ waitUntil(work: Promise<unknown>): void }} context - keeps slow handlers alive after the response.
   */
  async fetch(request, environment, context) {
    if (new URL(request.url).pathname !== "/interactions") return new Response("The game's own pages.");
    handler ??= createInteractionHandler({
      publicKey: environment.SLASHPASS_PUBLIC_KEY,
      apiBase: environment.SLASHPASS_API_BASE,
      commands: [roll],
    });
    return handler(request, context);
  },
};
