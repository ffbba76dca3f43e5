import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { ClientError } from "slashpass";
import { createSigningKey, type SigningKey } from "slashpass/emulator";
import { readPublicKey } from "../../core/check/public-key.ts";
import { fileLimits, readProblem, readText } from "../../core/resolve/read-file.ts";
import { printChecks } from "../doctor/report.ts";
import { fixedPrivateKey } from "../emulator/fixed-world.ts";
import type { Call, Outcome } from "../frame/run-command.ts";
import { misunderstood } from "../frame/failure.ts";
import { isHttpUrl } from "../frame/command-line.ts";
import { writePrivateFile } from "../frame/private-file.ts";
import type { verify } from "../definitions.ts";
import { tryKey } from "./judge.ts";
import { readInteraction, replay } from "./replay.ts";
import { variables } from "../frame/host.ts";

type VerifyCall = Call<typeof verify.options>;

export async function run(call: VerifyCall): Promise<Outcome> {
  const { options, cwd } = call;
  const { makeKey: keyFile, endpoint, interaction, key } = options;
  if (keyFile === undefined) return tryEndpoint(call, readEndpoint(endpoint));
  if (endpoint !== undefined || interaction !== undefined || key !== undefined)
    throw misunderstood(
      "--make-key cannot be used with other options.",
      "Create the key first, then pass it with --key.",
    );
  return writeKey(call, resolve(cwd, keyFile));
}

async function writeKey({ terminal }: VerifyCall, path: string): Promise<Outcome> {
  // An endpoint may be using the existing key.
  if (existsSync(path))
    throw misunderstood(`${path} already exists.`, "Choose another file with --make-key.", "key_file_taken");
  const { publicKey, privateKey } = createSigningKey();
  await writePrivateFile(path, `${privateKey}\n`);
  terminal.print(publicKey);
  terminal.note(
    `Use this public key in the endpoint. The private key is in ${path}: pass that file with --key.`,
  );
  return { result: { publicKey, checks: [] } };
}

async function tryEndpoint(call: VerifyCall, url: string): Promise<Outcome> {
  const { options, cwd, env, terminal, signal } = call;
  const given = options.key === undefined ? undefined : await readKey(resolve(cwd, options.key));
  const recorded =
    options.interaction === undefined ? undefined : await readInteraction(resolve(cwd, options.interaction));
  const isReplayed = recorded?.isRequest === true && given === undefined;
  const key = given ?? createSigningKey(fixedPrivateKey());
  const publicKey = isReplayed ? publicKeyIn(env) : key.publicKey;
  const target = { url, signal };
  const checks = await terminal.during("Querying the endpoint", () =>
    isReplayed ? replay(target, recorded, publicKey) : tryKey(target, key, recorded?.body),
  );
  const exitCode = printChecks(checks, terminal);
  if (publicKey !== undefined) terminal.note(`The endpoint must use the public key ${publicKey}.`);
  return { result: { endpoint: url, publicKey, checks }, exitCode };
}

/** The error message omits the value, which may be a secret. */
function publicKeyIn(env: VerifyCall["env"]): string | undefined {
  const { publicKey: name } = variables;
  try {
    return env[name] ? readPublicKey(env[name], name) : undefined;
  } catch (error) {
    const { message, hint, code } = error as ClientError;
    throw misunderstood(message, hint, code);
  }
}

function readEndpoint(url: string | undefined): string {
  if (url !== undefined && isHttpUrl(url)) return url;
  const problem =
    url === undefined
      ? "No endpoint is specified."
      : `--endpoint must be an http or https URL, not '${url}'.`;
  throw misunderstood(problem, "For example: slashpass verify --endpoint http://127.0.0.1:3000/interactions");
}

async function readKey(path: string): Promise<SigningKey> {
  const text = await readText(path, fileLimits.settings).catch((error: unknown) => {
    throw unreadable(path, readProblem(error));
  });
  if (!/^[\da-f]{64}\s*$/i.test(text)) throw unreadable(path, "it is not 64 hexadecimal digits");
  return createSigningKey(text.trim());
}

function unreadable(path: string, reason: string) {
  return misunderstood(
    `${path} is not a test key: ${reason}.`,
    `Create one with 'slashpass verify --make-key ${path}'.`,
    "key_unreadable",
  );
}
