import { parseObject } from "../../core/request/response.ts";
import { randomBytes } from "node:crypto";
import { ClientError, ErrorType, validationError } from "../../core/errors.ts";
import type { Snowflake } from "../../wire/snowflake.ts";
import { InteractionType } from "../../wire/interaction.ts";
import { CallbackType, type InteractionCallback } from "../../wire/interaction-callback.ts";
import { parseForm, type Upload } from "../base/form.ts";
import { Refusal } from "../base/refusal.ts";
import { createSnowflake } from "../base/recent.ts";
import { interactionLifetime, messageLimits } from "../../wire/limits.ts";
import { withoutVersion } from "../../core/request/addresses.ts";
import {
  type Endpoint,
  type Posted,
  postForged,
  postSigned,
  type Reply,
  type PostSender,
} from "./signed-post.ts";
import type { Silence } from "./exchanges.ts";

interface Signer extends PostSender {
  readonly id: Snowflake;
  readonly endpoint: Endpoint | undefined;
}

export interface Answered {
  readonly status: number;
  readonly response: InteractionCallback;
  readonly files: readonly Upload[];
}

type Delivered = Omit<Answered, "response"> & { readonly response: InteractionCallback | undefined };

/** @throws ClientError `no_endpoint` (ValidationError), `bad_answer` (HTTPError) or `endpoint_unreachable` (NetworkError). */
export async function deliver(application: Signer, payload: unknown): Promise<Delivered> {
  const { endpoint } = application;
  if (endpoint === undefined) {
    throw validationError(
      "no_endpoint",
      "The application has no interactions endpoint, and its bot is not connected to the gateway.",
      "Call application.setInteractionsEndpoint with a URL or a handler, enter the URL on the emulator's page, or connect the bot.",
    );
  }
  const { status, headers, bytes } = requireAnswer(
    endpoint,
    await postSigned(application, endpoint, payload),
  );
  if (status === 202 && bytes.length === 0) return { status, response: undefined, files: [] };
  if (status !== 200) throw badAnswer(status);
  try {
    const { payload: response, files } = await parseForm(headers.get("content-type"), bytes);
    return { status, response: response as InteractionCallback, files };
  } catch (error) {
    throw badAnswer(status, error);
  }
}

export function badAnswer(status: number, error?: unknown): ClientError {
  const what = error instanceof Refusal ? `an invalid callback: ${error.reason}` : "no interaction callback";
  return new ClientError({
    type: ErrorType.HTTPError,
    code: "bad_answer",
    message: `The interactions endpoint responded with status ${status} and ${what.replace(/\.$/, "")}.`,
    hint: "Respond with 200 and a callback as JSON or, with files, as a form; or with 202 and no body.",
    status,
  });
}

/** @throws ClientError `bad_endpoint` (ValidationError) or `endpoint_unreachable` (NetworkError). */
export async function checkEndpoint(application: Signer, endpoint: Endpoint): Promise<void> {
  const ping = describePing(application);
  const pong = requireAnswer(endpoint, await postSigned(application, endpoint, ping));
  const forged = requireAnswer(endpoint, await postForged(application, endpoint, ping));
  if (pong.status === 200 && isPong(pong.bytes) && forged.status === 401) return;
  if (pong.status === 401) {
    throw validationError(
      "bad_endpoint",
      "The interactions endpoint rejected PING with 401, although the signature is valid.",
      "Configure the endpoint with this application's public key, from SLASHPASS_PUBLIC_KEY or application.publicKey. Verify the signature over the raw bytes of the body.",
    );
  }
  throw validationError(
    "bad_endpoint",
    `The interactions endpoint responded to PING with status ${pong.status} and to a wrong signature with ${forged.status}.`,
    'It must respond to PING with 200 and {"type":1}, and to an invalid signature with 401; createInteractionHandler does both.',
  );
}

/** @param apiBase - The emulator's API base URL, if the emulator is listening. */
export function refuseOtherService(endpoint: Endpoint, apiBase: string | undefined): void {
  const answered: unknown = typeof endpoint === "string" ? undefined : endpoint.apiBase;
  if (typeof answered !== "string" || apiBase === undefined) return;
  if (withoutVersion(answered) === withoutVersion(apiBase)) return;
  throw validationError(
    "other_service",
    `The handler sends deferrals and follow-ups to ${answered}, but receives interactions from ${apiBase}.`,
    "Create it with createInteractionHandler({ ...emulator.handlerOptions(application), commands }).",
  );
}

/** An interaction that has no user or data (Discord documentation, Interactions, "Interaction Object"). */
function describePing({ id, clock }: Signer) {
  return {
    id: createSnowflake(clock.now()),
    application_id: id,
    type: InteractionType.Ping,
    token: randomBytes(48).toString("base64url"),
    version: 1,
    app_permissions: "0",
    authorizing_integration_owners: {},
    attachment_size_limit: messageLimits.fileBytes,
    entitlements: [],
  };
}

function isPong(bytes: Uint8Array): boolean {
  return parseObject(Buffer.from(bytes).toString("utf8"))["type"] === CallbackType.Pong;
}

function requireAnswer(endpoint: Endpoint, reply: Reply): Posted {
  if (typeof reply !== "string") return reply;
  throw unansweredError(reply, typeof endpoint === "string" ? new URL(endpoint).host : "");
}

/** The time limit is 3 seconds (Discord documentation, Interactions). */
export function unansweredError(why: Silence = "late", address = ""): ClientError {
  const { message, hint } = silenceTexts[why];
  return new ClientError({
    type: ErrorType.NetworkError,
    code: why === "silent-bot" ? "no_answer" : "endpoint_unreachable",
    message: message.replace("{address}", address),
    hint,
    retryable: true,
  });
}

const silenceTexts: Readonly<Record<Silence, { readonly message: string; readonly hint: string }>> = {
  late: {
    message: `The interactions endpoint did not respond within ${interactionLifetime.firstAnswerMs / 1000} seconds.`,
    hint: `Defer immediately (a callback of type ${CallbackType.DeferredChannelMessage}), then send the response as a follow-up within ${interactionLifetime.tokenMs / 60_000} minutes.`,
  },
  "silent-bot": {
    message: `The bot did not respond to the interaction within ${interactionLifetime.firstAnswerMs / 1000} seconds.`,
    hint: "Respond to each INTERACTION_CREATE with POST /interactions/{id}/{token}/callback, as discord.js's interaction.reply does.",
  },
  refused: {
    message: "No server listens at {address}: the connection to the interactions endpoint was refused.",
    hint: "Start the game's server, or correct the interactions endpoint's port.",
  },
  "unknown-host": {
    message: "The interactions endpoint's host {address} could not be resolved.",
    hint: "Check the host's spelling. For a server on this machine, use 127.0.0.1.",
  },
  "no-tls": {
    message: "A trusted TLS connection to the interactions endpoint at {address} could not be established.",
    hint: "Use http for a server on this machine, or set NODE_EXTRA_CA_CERTS to the path of the CA certificate.",
  },
  broken: {
    message:
      "The connection to the interactions endpoint at {address} was closed before a response was received.",
    hint: "Check that the server uses the URL's protocol (http or https). Look for a crash in its log.",
  },
  thrown: {
    message: "The interactions handler threw an error or returned something other than a Response.",
    hint: "To see the error, catch it in the handler, or use createInteractionHandler, which reports it.",
  },
};
