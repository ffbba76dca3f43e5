// A server of interactions for runtimes of web standards; beside that it tries the commands client.
import { CommandsClient, planCommands, validateCommandSet } from "slashpass/commands";
import { createInteractionHandler, defineCommand } from "slashpass/interactions";

const applicationId = "1234567890123456789";
const ping = { name: "ping", description: "Answers pong." };
const define = defineCommand({ ...ping, handle: (interaction) => interaction.reply({ content: "pong" }) });

// What these runtimes look for.
export default {
  /** @param {Request} request */
  async fetch(request) {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname !== "/interactions") return Response.json(await registration());
    const publicKey = searchParams.get("key") ?? "";
    return createInteractionHandler({ publicKey, commands: [define] })(request);
  },
};

/** Registers a command with the application's own credential, at a service that notes what it is asked. */
async function registration() {
  /** @type {string[]} */
  const asked = [];
  /** @type {string[]} */
  const journal = [];
  const client = new CommandsClient({
    applicationId,
    credential: { clientId: applicationId, clientSecret: "not-a-real-secret" },
    fetch: async (input, init) => {
      const { pathname } = new URL(input);
      asked.push(`${init?.method ?? "GET"} ${pathname}`);
      if (!pathname.endsWith("/oauth2/token")) return Response.json([]);
      const scope = "applications.commands.update";
      return Response.json({ access_token: "a-token", token_type: "Bearer", expires_in: 3600, scope });
    },
  });
  const results = await client.rollout([], ["1234567890123456780"], {
    journal: { read: async () => "", append: async (text) => void journal.push(text) },
  });
  const bad = { ...ping, name: "NO GOOD" };
  return {
    findings: validateCommandSet([bad], { scope: "global" }).map(({ rule }) => rule),
    writes: planCommands([ping], [], { scope: "global" }).writes.length,
    rollout: results.map(({ status }) => status),
    notes: journal.length,
    asked,
  };
}
