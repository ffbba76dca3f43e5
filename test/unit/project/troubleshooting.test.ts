import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { Client } from "../../../src/client.ts";
import type { ClientOptions } from "../../../src/client/options.ts";
import { CommandsClient } from "../../../src/commands/index.ts";
import {
  type Emulator,
  type EmulatorApplication,
  type EmulatorApplicationInit,
  startEmulator,
} from "../../../src/emulator/index.ts";
import { isClientError } from "../../../src/core/errors.ts";
import { createInteractionHandler, defineCommand, type Problem } from "../../../src/interactions/index.ts";
import { LoggingSeverity } from "../../../src/log/logger.ts";
import { addonUnavailable } from "../../../src/native/load.ts";
import { openSystemBrowser } from "../../../src/sign-in/browser/open-browser.ts";
import { keychainError } from "../../../src/store/keyring.ts";
import { memoryTokenStore } from "../../../src/store/token-store.ts";
import { visit } from "../../flow/fixtures/visit.js";

let emulator: Emulator;
let guildId: string;
beforeAll(async () => {
  emulator = await startEmulator();
  guildId = emulator.addGuild({ name: "The Arcade", owner: "Ada" }).id;
});
afterAll(() => emulator.close());

const roll = { name: "roll", description: "Rolls a die" };

function game(init: EmulatorApplicationInit = {}, options: ClientOptions = {}) {
  const application = emulator.addApplication(init);
  const client = new Client({
    applicationId: application.id,
    apiBase: emulator.apiBase,
    webBase: emulator.webBase,
    openBrowser: emulator.player("Ada", { application }).browser(),
    store: memoryTokenStore(),
    ...options,
  });
  return { application, client };
}

async function failedSignIn(scopes: string, init?: EmulatorApplicationInit, options?: ClientOptions) {
  const { client } = game(init, options);
  return failed(client.signIn({ scopes, timeoutMs: 5_000 }).finally(() => client.close()));
}

function commandsOf(application: EmulatorApplication) {
  return new CommandsClient({
    applicationId: application.id,
    apiBase: emulator.apiBase,
    credential: { botToken: application.botToken },
    maxWaitMs: 0,
  });
}

/** Returns the error as a user sees it. */
async function failed(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => expect.unreachable("It worked."),
    (reason: unknown) => reason,
  );
  if (!isClientError(error)) throw error;
  return printed(error);
}

function printed({
  code,
  message,
  hint,
}: {
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
}) {
  return [`${code}: ${message}`, ...(hint === undefined ? [] : [hint])].join("\n");
}

/** Uses a command with this handler and returns the reported problems. */
async function use(handle: Parameters<typeof defineCommand>[0]["handle"] | undefined): Promise<Problem[]> {
  const application = emulator.addApplication({ commands: [roll] });
  const problems: Problem[] = [];
  const commands = handle ? [defineCommand({ ...roll, handle })] : [];
  const report = (problem: Problem) => void problems.push(problem);
  const service = emulator.handlerOptions(application);
  await application.setInteractionsEndpoint(createInteractionHandler({ ...service, commands, report }));
  await emulator.player("Ada", { application }).use("/roll");
  return problems;
}

/** Posts a message to the callback endpoint and returns the response body. */
async function callBack(id: string, token: string): Promise<string> {
  const response = await fetch(`${emulator.apiBase}/interactions/${id}/${token}/callback`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ type: 4, data: { content: "Rolled." } }),
  });
  return response.text();
}

const provoked: Readonly<Record<string, readonly (() => Promise<string> | string)[]>> = {
  "The redirect URI is not registered": [
    () => failedSignIn("identify", { redirectUris: ["http://127.0.0.1/other"] }),
  ],
  "`invalid_client`": [() => failedSignIn("identify", { publicClient: false })],
  "`invalid_grant` while exchanging a code": [
    async () => {
      const { client, application } = game();
      const verifier = client.CreateAuthorizationCodeVerifier().Verifier();
      return failed(
        client.GetToken(application.id, "a-code-of-yesterday", verifier, "http://127.0.0.1:49152/callback"),
      );
    },
  ],
  "A redirect from an earlier attempt": [
    async () => {
      const { client } = game({}, { openBrowser: () => undefined });
      const lines: string[] = [];
      client.AddLogCallback((line) => void lines.push(line), LoggingSeverity.Info);
      const ending = new AbortController();
      const attempt = client.Authorize(
        { scopes: "identify" },
        {
          signal: ending.signal,
          onAuthorizeUrl: async (url) => {
            const redirect = new URL(url).searchParams.get("redirect_uri");
            await visit(`${redirect}?code=old&state=old`);
            ending.abort();
          },
        },
      );
      await failed(attempt);
      return lines.find((line) => line.includes("ignored a request")) ?? "";
    },
  ],
  "`invalid_scope`": [() => failedSignIn("sdk.social_layer nothing.like.it")],
  "The sign-in timed out": [
    () => {
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
      const openBrowser = () => void setImmediate(() => vi.advanceTimersByTime(300_000));
      const { client } = game({}, { openBrowser });
      return failed(client.signIn({ scopes: "identify" })).finally(() => vi.useRealTimers());
    },
  ],
  "No browser opens": [
    () => {
      for (const name of ["DISPLAY", "WAYLAND_DISPLAY", "BROWSER"]) vi.stubEnv(name, "");
      const opening = openSystemBrowser("https://discord.com/");
      vi.unstubAllEnvs();
      return failed(opening);
    },
  ],
  "The player is unexpectedly signed out": [
    async () => {
      const { client, application } = game();
      const session = await client.signIn({ scopes: "identify" });
      const token = await session.accessToken();
      await client.RevokeToken(application.id, token);
      return failed(session.accessToken({ rejected: token }));
    },
  ],
  "There is no keychain": [
    () =>
      printed(
        keychainError("Testing the keychain", "There is no D-Bus session: connecting failed with ENOENT."),
      ),
  ],
  "The keychain is locked": [
    () => {
      const reason = "The dialog to unlock the keychain (prompt) was dismissed.";
      return printed(keychainError("Reading from the keychain", reason));
    },
  ],
  "The addon could not be loaded": [
    () => {
      const failures = [{ path: "/game/slashpass.node", reason: "there is no such file" }];
      return printed(addonUnavailable(failures, "everywhere")).replaceAll(
        /(?:linux|win32|darwin)-\w+(?:-\w+)?/g,
        "linux-x64",
      );
    },
  ],
  "Bad request signature": [
    () => {
      const other = emulator.handlerOptions(emulator.addApplication());
      const endpoint = createInteractionHandler({ ...other, commands: [] });
      return failed(emulator.addApplication().setInteractionsEndpoint(endpoint));
    },
    async () => {
      const problems: Problem[] = [];
      const { publicKey } = emulator.application;
      const handler = createInteractionHandler({
        publicKey,
        commands: [],
        report: (problem) => void problems.push(problem),
      });
      const headers = {
        "x-signature-ed25519": "0".repeat(128),
        "x-signature-timestamp": String(Math.floor(Date.now() / 1000)),
      };
      const request = new Request("https://game.example/", { method: "POST", body: "{}", headers });
      await request.json();
      await handler(request);
      return printed(problems[0] ?? expect.unreachable());
    },
  ],
  "10062: Unknown interaction": [() => callBack("1100000000000000001", "a-token-that-is-over")],
  "40060: already acknowledged": [
    async () => {
      const answers: string[] = [];
      await use(async (interaction) => {
        const { id, token } = interaction.payload;
        for (let time = 0; time < 2; time += 1) answers.push(await callBack(id, token));
        return interaction.reply({ content: "Rolled." });
      }).catch(() => undefined);
      return answers[1] ?? "";
    },
  ],
  "The command is not available": [
    async () => {
      const [problem] = await use(undefined);
      return printed(problem ?? expect.unreachable());
    },
  ],
  "50240: the lost entry point": [
    async () => {
      const application = emulator.addApplication({ activities: true });
      const response = await fetch(`${emulator.apiBase}/applications/${application.id}/commands`, {
        method: "PUT",
        headers: { authorization: `Bot ${application.botToken}`, "content-type": "application/json" },
        body: JSON.stringify([roll]),
      });
      return response.text();
    },
  ],
  "30034: the daily limit of created commands": [
    async () => {
      const commands = commandsOf(emulator.addApplication());
      const hundred = (day: string) =>
        Array.from({ length: 100 }, (_, index) => ({ name: `${day}-${index}`, description: "One of many" }));
      await commands.global.overwrite(hundred("first"));
      await commands.global.overwrite(hundred("second"));
      return failed(commands.global.overwrite(hundred("third")));
    },
  ],
  "50001: Missing Access": [
    async () => {
      const commands = commandsOf(emulator.addApplication({ guilds: [] }));
      return failed(commands.guild(guildId).create(roll));
    },
  ],
  "Permissions with a bot token": [
    async () => {
      const commands = commandsOf(emulator.addApplication());
      const { id } = await commands.global.create(roll);
      return failed(commands.guild(guildId).permissions.edit(id, []));
    },
  ],
  "50026: the token lacks a scope": [
    async () => {
      const { client, application } = game();
      const commands = commandsOf(application);
      const { id } = await commands.global.create(roll);
      await client.signIn({ scopes: "identify" });
      return failed(client.commands.guild(guildId).permissions.edit(id, []));
    },
  ],
};

const page = "docs/guides/troubleshooting.md";
const markdown = readFileSync(new URL(`../../../${page}`, import.meta.url), "utf8");
const block = /^```text\n[^]*?^```$/gm;

it("triggers exactly the errors that headings quote", () => {
  const quoting = markdown.split(/^###? /m).filter((section) => section.includes("```text"));
  expect(quoting.map((section) => section.split("\n")[0])).toEqual(Object.keys(provoked));
});

it("quotes the actual errors (update with vitest -u)", async () => {
  const produced = new Map<string, string[]>();
  for (const [heading, provoke] of Object.entries(provoked)) {
    const texts: string[] = [];
    for (const each of provoke) texts.push(await each());
    produced.set(heading, texts);
  }
  const sections = markdown.split(/(?=^###? )/m).map((section) => {
    const texts = produced.get(/^###? (.*)$/m.exec(section)?.[1] ?? "") ?? [];
    return section.replace(block, () => `\`\`\`text\n${wrapped(texts.shift() ?? "")}\n\`\`\``);
  });
  await expect(sections.join("")).toMatchFileSnapshot(`../../../${page}`);
});

/** Replaces ids and ports, which differ in every run. */
function wrapped(text: string): string {
  return text
    .replaceAll(/\b\d{17,20}\b/g, "1234567890123456789")
    .replaceAll(/127\.0\.0\.1:\d+/g, "127.0.0.1:PORT");
}
