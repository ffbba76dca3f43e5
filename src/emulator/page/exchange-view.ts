import { parseObject } from "../../core/request/response.ts";
import { requestsPerSecond, interactionLifetime } from "../../wire/limits.ts";
import { createPublicKey, type KeyObject, verify } from "node:crypto";
import { observedRateLimits } from "../base/rate-limits.ts";
import { titleOfCommand } from "../state/messages.ts";
import type { EmulatorApplication } from "../state/application.ts";
import { unansweredError } from "../outbound/endpoint.ts";
import type { Exchange, ExchangedPart } from "../outbound/exchanges.ts";
import type { Problem, ExchangeView, PartView } from "./model/view.ts";
import { InteractionType } from "../../wire/interaction.ts";
import type { CommandOption } from "../../wire/command-option.ts";
import { CommandType } from "../../wire/command.ts";

export function describeExchange(
  exchange: Exchange,
  application: Pick<EmulatorApplication, "privateKey">,
  base: string,
): ExchangeView {
  const { number, from, at, durationMs, request, answer, isAtGateway } = exchange;
  const isSigned = from === "service" && !isAtGateway;
  const signed = isSigned ? checkSignature(exchange, application.privateKey) : undefined;
  return {
    number,
    from,
    title: titleOf(exchange) + (signed === "wrong" ? " with a wrong signature" : ""),
    outcome: isRefused(exchange, signed) ? "refused" : "done",
    result: resultOf(exchange),
    at: new Date(at).toISOString(),
    durationMs: Math.round(durationMs),
    timing: timingOf(exchange),
    cost: costOf(exchange),
    signature: signed && describeSignature(signed, answer?.status),
    advice: adviceOf(exchange, signed),
    request: {
      ...partOf(request),
      line: `${exchange.method} ${exchange.url ?? (isAtGateway ? "to the bot at the gateway" : "to the handler in this process")}`,
    },
    answer: answer && { ...partOf(answer), line: String(answer.status) },
    curl: curlOf(exchange, base),
    isReplayable: isWhole(request) && isInteraction(exchange),
  };
}

function resultOf({ answer, silence, isAtGateway }: Exchange): string {
  if (answer) return String(answer.status);
  return isAtGateway && !silence ? "answered" : results[silence ?? "broken"];
}

const results: Readonly<Record<NonNullable<Exchange["silence"]>, string>> = {
  late: "no response in time",
  "silent-bot": "no response in time",
  refused: "refused: no server",
  "unknown-host": "unknown host",
  "no-tls": "TLS failed",
  broken: "connection ended",
  thrown: "handler threw",
};

type Signature = "right" | "wrong" | "unknown";

function checkSignature({ request }: Exchange, privateKey: KeyObject): Signature {
  if (!isWhole(request)) return "unknown";
  const { "x-signature-ed25519": signature = "", "x-signature-timestamp": timestamp = "" } = request.headers;
  const signed = Buffer.from(timestamp + request.body);
  const isRight = verify(null, signed, createPublicKey(privateKey), Buffer.from(signature, "hex"));
  return isRight ? "right" : "wrong";
}

function describeSignature(signature: Signature, status: number | undefined): string {
  if (signature === "unknown") return "Not checked again, because only the start of the body was stored.";
  if (signature === "wrong") {
    return status === 401
      ? "Intentionally wrong; the endpoint correctly rejected it with 401."
      : "Intentionally wrong. The endpoint must reject it with 401.";
  }
  return status === 401
    ? "Valid: it matches the application's public key. The endpoint rejected it anyway."
    : "Valid: it matches the application's public key, the timestamp and the body.";
}

function isRefused({ answer, silence, isAtGateway }: Exchange, signed: Signature | undefined): boolean {
  if (!answer) return !isAtGateway || silence !== undefined;
  return signed === "wrong" ? answer.status !== 401 : answer.status >= 300;
}

function adviceOf(
  { url, answer, silence, durationMs }: Exchange,
  signed: Signature | undefined,
): Problem | undefined {
  if (silence) {
    const { message, hint = "" } = unansweredError(silence, url === undefined ? "" : new URL(url).host);
    return { message, hint };
  }
  if (signed === "wrong" && answer?.status !== 401) return unchecked;
  if (signed === "right" && answer?.status === 401) return otherKey;
  return signed && durationMs > slowMs ? slow : undefined;
}

const unchecked: Problem = {
  message: "The endpoint accepted an interaction with a wrong signature.",
  hint: "Check the signature first and respond with 401 if it is wrong, as createInteractionHandler does.",
};
const otherKey: Problem = {
  message: "The endpoint rejected a valid signature.",
  hint: 'Configure the endpoint with the public key shown under "For the developer". Verify the signature before parsing the body.',
};
/** Slower responses trigger a warning, because the endpoint may be even slower under load or after waking up. */
const slowMs = (interactionLifetime.firstAnswerMs * 2) / 3;
const slow: Problem = {
  message: "The response came close to the service's time limit.",
  hint: "Defer immediately (a callback of type 5), then send the response as a follow-up.",
};

function timingOf({ from, durationMs }: Exchange): string {
  const took = `${Math.round(durationMs)} ms`;
  return from === "service"
    ? `${took} of the ${interactionLifetime.firstAnswerMs} ms that the service waits`
    : took;
}

function costOf({ from, method, url = "", request, answer }: Exchange): string {
  const bytes = `${request.bytes} bytes sent, ${answer?.bytes ?? 0} bytes received.`;
  if (from === "service")
    return `${bytes} The request does not count toward a rate limit, because the service sent it.`;
  const {
    "x-ratelimit-limit": limit,
    "x-ratelimit-remaining": remaining,
    "x-ratelimit-reset-after": after,
  } = answer?.headers ?? {};
  if (limit !== undefined) {
    return `${bytes} ${Number(limit) - Number(remaining)} of ${limit} requests have been used; the count resets in ${after} seconds.`;
  }
  const path = pathOf(url);
  const observed = observedRateLimits.find(
    (rateLimit) => rateLimit.scope !== "global" && rateLimit.method === method && rateLimit.path?.test(path),
  );
  const own = observed ? `, and one of ${observed.requests} in ${observed.seconds} seconds on its route` : "";
  return `${bytes} The emulator has no rateLimits set. On the service, this request would use ${globally(path)}${own}.`;
}

function globally(path: string): string {
  const isByToken = /^\/(?:interactions|webhooks|oauth2|partner-sdk|users\/@me)(?:\/|$)/.test(path);
  return `${isByToken ? "none" : "one"} of the bot's ${requestsPerSecond} requests per second`;
}

function partOf(part: ExchangedPart): PartView {
  const { headers, body, bytes } = part;
  return { headers: Object.entries(headers), body, bytes, isWhole: part.isListed || isWhole(part) };
}

function isWhole({ body, bytes }: ExchangedPart): boolean {
  return Buffer.byteLength(body) === bytes;
}

interface Sent {
  readonly type?: unknown;
  readonly data?: {
    readonly name?: string;
    readonly type?: number;
    readonly custom_id?: string;
    readonly options?: readonly Pick<CommandOption, "type" | "name">[];
  };
  readonly event?: { readonly type?: string };
}

export function titleOf(exchange: Exchange): string {
  const { from, method, url = "" } = exchange;
  if (from === "application") return `${method} ${withoutToken(pathOf(url))}${grantOf(exchange)}`;
  const { type, data = {}, event } = parseSent(exchange);
  if (event) return `Event ${event.type}`;
  return titles[Number(type)]?.(data) ?? "Interaction";
}

const titles: Readonly<Record<number, (data: NonNullable<Sent["data"]>) => string>> = {
  [InteractionType.Ping]: () => "PING",
  [InteractionType.ApplicationCommand]: commandOf,
  [InteractionType.Autocomplete]: (data) => `Suggestions for ${commandOf(data)}`,
  [InteractionType.MessageComponent]: (data) => `Component ${data.custom_id}`,
  [InteractionType.ModalSubmit]: (data) => `Form ${data.custom_id}`,
};

function grantOf({ url = "", request }: Exchange): string {
  const [, grant] = /^grant_type: (?:urn:.*:)?(\w+)$/m.exec(request.body) ?? [];
  return grant !== undefined && url.endsWith("/oauth2/token") ? ` (${grant})` : "";
}

export function isInteraction(exchange: Exchange): boolean {
  return exchange.from === "service" && typeof parseSent(exchange).data === "object";
}

function parseSent({ request }: Exchange): Sent {
  return parseObject(request.body);
}

function commandOf(data: NonNullable<Sent["data"]>): string {
  const title = titleOfCommand(data);
  return data.type === CommandType.ChatInput ? `/${title}` : title;
}

function pathOf(url: string): string {
  return url.replace(/^\/api(?:\/v\d+)?|\?.*/g, "");
}

function withoutToken(path: string): string {
  return path.replace(/^(\/(?:webhooks|interactions)\/\d+)\/[^/]+/, "$1/:token");
}

/**
 * Returns a command for shells that support `$'…'` (bash, zsh, ksh).
 *
 * The command contains no usable secrets. The emulator's signatures and interaction tokens are worthless elsewhere.
 */
export function curlOf({ from, method, url, request }: Exchange, base: string): string | undefined {
  const { headers, body, bytes } = request;
  const isJson = headers["content-type"]?.startsWith("application/json") === true || bytes === 0;
  if (url === undefined || !isJson || !isWhole(request)) return undefined;
  const parts = [
    `curl -X ${method} ${quote(from === "service" ? withoutKeys(url) : base + url)}`,
    ...Object.entries(headers).flatMap(([name, value]) => headerOf(name, value)),
    ...(bytes > 0 ? [`--data-raw ${quote(body)}`] : []),
  ];
  return parts.join(" \\\n  ");
}

const plain: readonly string[] = [
  "content-type",
  "accept",
  "x-signature-ed25519",
  "x-signature-timestamp",
  "x-audit-log-reason",
];

function headerOf(name: string, value: string): readonly string[] {
  if (plain.includes(name)) return [`-H ${quote(`${name}: ${value}`)}`];
  if (name !== "authorization") return [];
  const scheme = value.startsWith("Bot ") ? "Bot $DISCORD_BOT_TOKEN" : "Bearer $DISCORD_ACCESS_TOKEN";
  return [`-H "authorization: ${scheme}"`];
}

function withoutKeys(address: string): string {
  const url = new URL(address);
  if (url.username !== "" || url.password !== "") [url.username, url.password] = ["hidden", "hidden"];
  for (const name of new Set(url.searchParams.keys())) url.searchParams.set(name, "hidden");
  return url.href;
}

/** Control and formatting characters that could affect a terminal. */
const dangerous = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

function quote(text: string): string {
  if (text.search(dangerous) === -1) return `'${text.replaceAll("'", String.raw`'\''`)}'`;
  const escaped = text.replaceAll(/['\\]/g, String.raw`\$&`).replaceAll(dangerous, escapeLetter);
  return `$'${escaped}'`;
}

/** Escapes each byte, so that the result does not depend on the shell's locale. */
function escapeLetter(letter: string): string {
  return [...Buffer.from(letter)].map((byte) => `\\${byte.toString(8).padStart(3, "0")}`).join("");
}
