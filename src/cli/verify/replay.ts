import { isObject } from "../../core/check/readers.ts";
import { readProblem, readText } from "../../core/resolve/read-file.ts";
import { failure } from "../doctor/report.ts";
import { misunderstood } from "../frame/failure.ts";
import { verifyInteraction } from "slashpass/interactions";
import {
  type EndpointReply,
  freshSeconds,
  judgeForgery,
  judgeInteraction,
  send,
  type Sent,
  type SignatureCheck,
  type Target,
} from "./judge.ts";

interface RecordedInteraction {
  readonly body: string;
  /** False for a bare interaction, which this program must sign. */
  readonly isRequest: boolean;
  readonly signature: string | undefined;
  readonly timestamp: string | undefined;
}

export async function readInteraction(path: string): Promise<RecordedInteraction> {
  const parsed: unknown = await readText(path)
    .then(JSON.parse)
    .catch((error: unknown) => {
      throw unreadable(path, error instanceof SyntaxError ? "it is not JSON" : readProblem(error));
    });
  if (!isObject(parsed)) throw unreadable(path, "it is not an object");
  const { headers, body } = parsed;
  if (!isObject(headers) || typeof body !== "string")
    return { body: JSON.stringify(parsed), isRequest: false, signature: undefined, timestamp: undefined };
  const header = (name: string) => {
    const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
    return typeof found === "string" ? found : undefined;
  };
  return {
    body,
    isRequest: true,
    signature: header("x-signature-ed25519"),
    timestamp: header("x-signature-timestamp"),
  };
}

function unreadable(path: string, reason: string) {
  return misunderstood(
    `${path} is not an interaction: ${reason}.`,
    'The file must contain an interaction as JSON, or a recorded request { "headers": { … }, "body": "…" }.',
    "interaction_unreadable",
  );
}

/** @param publicKey - The key that verifies the recorded signature. If undefined, the signature is assumed to be valid. */
export async function replay(
  { url, signal }: Target,
  recorded: RecordedInteraction,
  publicKey: string | undefined,
): Promise<SignatureCheck[]> {
  const { body, signature = "", timestamp = "" } = recorded;
  const headers = (value: string) => ({
    ...(value && { "x-signature-ed25519": value }),
    ...(timestamp && { "x-signature-timestamp": timestamp }),
  });
  const sent: Sent = { check: "recorded", sent: "the recorded request", publicKey };
  const answer = await send(url, headers(signature), body, signal);
  const isRight = await isSigned(recorded, publicKey);
  const first = isRight
    ? explainAge(judgeInteraction(sent, answer), timestamp)
    : explainRecording(judgeForgery(sent, answer), recorded, answer);
  const broken = await send(url, headers(signature.replaceAll(/./g, "0")), body, signal);
  return [
    first,
    judgeForgery(
      { ...sent, check: "bad signature", sent: "the recorded request with an invalid signature" },
      broken,
    ),
  ];
}

async function isSigned(
  { body, signature, timestamp }: RecordedInteraction,
  publicKey: string | undefined,
): Promise<boolean> {
  if (signature === undefined || timestamp === undefined) return false;
  return publicKey === undefined || verifyInteraction({ publicKey, signature, timestamp, body });
}

function explainAge(check: SignatureCheck, timestamp: string): SignatureCheck {
  const age = Math.round(Date.now() / 1000) - Number(timestamp);
  if (check.status !== 401 || Math.abs(age) <= freshSeconds) return check;
  const minutes = Math.round(Math.abs(age) / 60);
  const when = age > 0 ? "ago" : "in the future, according to this machine's clock";
  return {
    ...check,
    verdict: "warning",
    found: `Rejected with 401: it was signed ${minutes} minutes ${when}. A timestamp that is too old or too new is treated as a replay.`,
    advice: "Sign it again with --key; the endpoint must use the matching public key.",
  };
}

function explainRecording(
  check: SignatureCheck,
  { signature, timestamp }: RecordedInteraction,
  answer: EndpointReply | undefined,
): SignatureCheck {
  if (!answer || ![200, 202, 401].includes(answer.status)) return check;
  const isRefused = answer.status === 401;
  const outcome = isRefused ? "Correctly rejected with 401" : `Answered with ${answer.status}`;
  const lacking = [
    ...(signature === undefined ? ["X-Signature-Ed25519"] : []),
    ...(timestamp === undefined ? ["X-Signature-Timestamp"] : []),
  ];
  if (lacking.length > 0) {
    const advice = isRefused
      ? "Check whether a reverse proxy removes the header, and record the request at the endpoint."
      : "Check the signature of every request, and respond with 401 if a header is missing.";
    return { ...check, ...failure(`${outcome}: the recording has no ${lacking.join(" and no ")}.`, advice) };
  }
  const found = `${outcome}: the signature does not match SLASHPASS_PUBLIC_KEY and the body.`;
  const advice =
    "Set SLASHPASS_PUBLIC_KEY to the sending application's public key from the developer portal. Record the raw body, before it is parsed.";
  return { ...check, ...failure(found, advice) };
}
