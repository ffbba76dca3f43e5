import { signInteraction, type SigningKey } from "slashpass/emulator";
import { judgeForgery, judgeInteraction, judgePing, judgeRawBody, type SignatureCheck } from "./judge.ts";
import { send } from "./send.ts";

export interface Target {
  readonly url: string;
  readonly signal: AbortSignal;
}

const ping =
  '{"id":"1000000000000006","application_id":"1000000000000001","type":1,"token":"test","version":1}';
/** The same JSON in other bytes. */
const spacedPing = ping.replaceAll(",", " , ");

/** Sends what the service sends to an endpoint that is saved, and the interaction. */
export async function tryKey(
  { url, signal }: Target,
  { publicKey, privateKey }: SigningKey,
  interaction: string | undefined,
): Promise<SignatureCheck[]> {
  const signed = (body: string) => signInteraction({ privateKey, body });
  const post = (headers: Readonly<Record<string, string>>, body: string) => send(url, headers, body, signal);
  const describe = (check: string, sent: string) => ({ check, sent, publicKey });

  const first = judgePing(describe("ping", "a PING, signed"), await post({ ...signed(ping) }, ping));
  const forged = judgeForgery(
    describe("bad signature", "a PING with a wrong signature"),
    await post({ ...signed(spacedPing) }, ping),
  );
  const bare = judgeForgery(describe("no signature", "a PING without the headers"), await post({}, ping));
  const raw = judgeRawBody(
    describe("raw body", "a PING with other white space, signed"),
    await post({ ...signed(spacedPing) }, spacedPing),
    [first, forged],
  );
  const checks = [first, forged, bare, raw];
  if (interaction === undefined) return checks;
  const answer = await post({ ...signed(interaction) }, interaction);
  return [...checks, judgeInteraction(describe("interaction", "the interaction, signed"), answer)];
}
