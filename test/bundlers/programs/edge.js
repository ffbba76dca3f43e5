// Serves examples/28-interactions-worker.js (as worker.js) and exercises the commands client on runtimes based on web standards.
import { CommandsClient, planCommands, validateCommandSet } from "slashpass/commands";
import worker from "./worker.js";

const applicationId = "1234567890123456789";
const ping = { name: "ping", description: "Answers pong." };

export default {
  /**
   * @param {Request} request
   * @param {unknown} _environment
   * @param {{ waitUntil(work: Promise<unknown>): void } | undefined} context - passed by workerd only.
   */
  async fetch(request, _environment, context = { waitUntil: () => undefined }) {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname !== "/interactions") return Response.json(await registration());
    return worker.fetch(request, { SLASHPASS_PUBLIC_KEY: searchParams.get("key") ?? "" }, context);
  },
};

/** Registers a command with the application's own credential, using a fake API that records the requests. */
async function registration() {
  /** @type {string[]} */
  const requests = [];
  /** @type {string[]} */
  const journal = [];
  const client = new CommandsClient({
    applicationId,
    credential: { clientId: applicationId, clientSecret: "not-a-real-secret" },
    fetch: async (input, init) => {
      const { pathname } = new URL(input);
      requests.push(`${init?.method ?? "GET"} ${pathname}`);
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
    requests,
  };
}
