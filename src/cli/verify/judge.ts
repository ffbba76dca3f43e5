import { type SigningKey, signInteraction } from "slashpass/emulator";
import { parseObject } from "../../core/request/response.ts";
import { failure, type Finding, ok, type Verdict } from "../doctor/report.ts";
import { unreachable } from "../frame/failure.ts";

/** Discord's timeout (Discord documentation, Interactions). */
const endpointTimeoutMs = 3000;

export interface Target {
  readonly url: string;
  readonly signal: AbortSignal;
}

const ping =
  '{"id":"1000000000000006","application_id":"1000000000000001","type":1,"token":"test","version":1}';
/** Equivalent JSON with different bytes. */
const spacedPing = ping.replaceAll(",", " , ");

export async function tryKey(
  { url, signal }: Target,
  { publicKey, privateKey }: SigningKey,
  interaction: string | undefined,
): Promise<SignatureCheck[]> {
  const signed = (body: string) => signInteraction({ privateKey, body });
  const post = (headers: Readonly<Record<string, string>>, body: string) => send(url, headers, body, signal);
  const describe = (check: string, sent: string) => ({ check, sent, publicKey });

  const first = judgePing(describe("ping", "a signed PING"), await post({ ...signed(ping) }, ping));
  const forged = judgeForgery(
    describe("bad signature", "a PING with a wrong signature"),
    await post({ ...signed(spacedPing) }, ping),
  );
  const bare = judgeForgery(describe("no signature", "a PING without the headers"), await post({}, ping));
  const raw = judgeRawBody(
    describe("raw body", "a signed PING with different whitespace"),
    await post({ ...signed(spacedPing) }, spacedPing),
    [first, forged],
  );
  const checks = [first, forged, bare, raw];
  if (interaction === undefined) return checks;
  const answer = await post({ ...signed(interaction) }, interaction);
  return [...checks, judgeInteraction(describe("interaction", "the signed interaction"), answer)];
}

export interface SignatureCheck extends Finding {
  readonly sent: string;
  /** The HTTP status; null after a timeout. */
  readonly status: number | null;
}

export interface Sent {
  readonly check: string;
  readonly sent: string;
  readonly publicKey: string | undefined;
}

type Reply = EndpointReply | undefined;

/** The maximum age and clock skew, in seconds, that this package's handlers accept. Other timestamps count as replays. */
export const freshSeconds = 300;

export function judgePing(sent: Sent, reply: Reply): SignatureCheck {
  return conclude(sent, reply, ({ status, body }) => {
    if (status !== 200) return refusedRightly(sent, reply as EndpointReply);
    if (typeOf(body) === 1) return ok("Answered with PONG.");
    const advice = 'If the body has type 1, respond with {"type":1} as JSON.';
    return failure("Answered with 200, but not with PONG.", advice);
  });
}

/** Detects an endpoint that verifies a re-serialized body instead of the raw bytes. */
export function judgeRawBody(sent: Sent, reply: Reply, others: readonly SignatureCheck[]): SignatureCheck {
  return conclude(sent, reply, ({ status }) => {
    if (others.some(({ verdict }) => verdict !== "ok"))
      return { verdict: "not-checked", found: "Not evaluated, because the checks above failed." };
    if (status === 200) return ok("The signature is checked against the raw bytes.");
    return failure(
      `A body with different whitespace is rejected with ${status}, although its signature is valid.`,
      "The body is parsed and serialized again before the check. Check the raw bytes instead: in Express, use express.raw({ type: '*/*' }) for this route, without express.json() before it; in Fastify, a content type parser that returns the buffer; in Next.js, await request.text().",
    );
  });
}

export function judgeForgery(sent: Sent, reply: Reply): SignatureCheck {
  return conclude(sent, reply, ({ status }) => {
    if (status === 401) return ok("Rejected with 401.");
    if (status < 400) {
      return failure(
        `Answered with ${status}: anyone can send forged interactions.`,
        "Check the signature of every request before anything else, and respond with 401 if it is wrong or missing.",
      );
    }
    const advice = isElsewhere(status) ? adviceFor(status) : mustBe401;
    return failure(`Rejected with ${status}; the service expects 401.`, advice);
  });
}

const mustBe401 =
  "Respond with 401 if the signature is wrong or missing. Otherwise, the service rejects the endpoint.";

export function judgeInteraction(sent: Sent, reply: Reply): SignatureCheck {
  return conclude(sent, reply, ({ status, body, durationMs }) => {
    if (status === 202 && body === "") return ok(`Accepted with 202 after ${durationMs} ms.`);
    if (status !== 200) return refusedRightly(sent, reply as EndpointReply);
    const type = typeOf(body);
    if (type !== undefined) return ok(`Answered with a callback of type ${type} after ${durationMs} ms.`);
    return failure(
      "Answered with 200, but without a callback.",
      'Respond with JSON that has a type, such as {"type":4,"data":{"content":"…"}}, or with 202 and no body.',
    );
  });
}

function conclude(sent: Sent, reply: Reply, judge: (reply: EndpointReply) => Verdict): SignatureCheck {
  const { check, sent: what } = sent;
  const verdict = reply ? judge(reply) : late;
  return { check, sent: what, status: reply?.status ?? null, ...verdict };
}

const late = failure(
  `No response within ${endpointTimeoutMs / 1000} seconds, the service's timeout.`,
  "Respond immediately, with a deferred callback if necessary, and do the work afterwards.",
);

function refusedRightly({ publicKey }: Sent, { status, aheadSeconds = 0 }: EndpointReply): Verdict {
  const found = `Rejected with ${status}, although its signature is valid.`;
  return status === 401 ? notBelieved(found, publicKey, aheadSeconds) : failure(found, adviceFor(status));
}

function adviceFor(status: number): string {
  if (isElsewhere(status)) return "Check the URL's path: the endpoint must accept POST there.";
  if (status === 409)
    return "The endpoint has already received this interaction. Give the interaction a new id, or restart the endpoint.";
  if (status === 413) return "Raise the server's limit for request bodies to 1 MiB or more.";
  if (status < 400)
    return "Use the redirect's target as the URL: the service expects 200 and does not follow redirects.";
  return "The endpoint failed: check its log. The body may have been parsed before the signature check.";
}

/** Whether the status suggests a wrong path. */
function isElsewhere(status: number): boolean {
  return status === 404 || status === 405;
}

function notBelieved(found: string, publicKey: string | undefined, aheadSeconds: number): Verdict {
  if (Math.abs(aheadSeconds) > freshSeconds) {
    const minutes = Math.round(Math.abs(aheadSeconds) / 60);
    return failure(
      `${found} The endpoint's clock is about ${minutes} minutes ${aheadSeconds > 0 ? "ahead of" : "behind"} this machine's.`,
      "Synchronize the clocks: a timestamp that is too old or too new is treated as a replay.",
    );
  }
  const right =
    publicKey === undefined
      ? "the key of the application that sends the interactions"
      : "the key shown below";
  return failure(
    found,
    `The endpoint probably uses a public key other than ${right}. If the key is correct, the endpoint does not check the bytes as received: use the raw body and the unchanged headers X-Signature-Ed25519 and X-Signature-Timestamp.`,
  );
}

function typeOf(body: string): number | undefined {
  const { type } = parseObject(body);
  return typeof type === "number" ? type : undefined;
}

export interface EndpointReply {
  readonly status: number;
  readonly body: string;
  /**
   * The number of seconds by which the endpoint's clock is ahead, from this package's `clock_off` error or else from the `date` header,
   * which a proxy may have set. Undefined if unknown.
   */
  readonly aheadSeconds: number | undefined;
  readonly durationMs: number;
}

/** Does not follow redirects. Returns `undefined` after a timeout. */
export async function send(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  signal: AbortSignal,
): Promise<EndpointReply | undefined> {
  const start = performance.now();
  const timeout = AbortSignal.timeout(endpointTimeoutMs);
  try {
    const answer = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body,
      redirect: "manual",
      signal: AbortSignal.any([signal, timeout]),
    });
    const text = await answer.text();
    return {
      status: answer.status,
      body: text,
      aheadSeconds: clockOffIn(text) ?? aheadOf(answer.headers.get("date")),
      durationMs: Math.round(performance.now() - start),
    };
  } catch (error) {
    signal.throwIfAborted();
    if (timeout.aborted) return undefined;
    throw unreachable(url, error, (reason) => `${url} cannot be reached (${reason}).`, {
      code: "endpoint_unreachable",
      hint: "Start the endpoint's server, and check the address, port and path.",
    });
  }
}

function clockOffIn(body: string): number | undefined {
  const { code, aheadSeconds } = parseObject(body);
  return code === "clock_off" && Number.isInteger(aheadSeconds) ? Number(aheadSeconds) : undefined;
}

function aheadOf(date: string | null): number | undefined {
  const time = Date.parse(date ?? "");
  return Number.isNaN(time) ? undefined : Math.round((time - Date.now()) / 1000);
}
