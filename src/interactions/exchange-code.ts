import { apiPath, resolveApiBase } from "../core/request/addresses.ts";
import { parseJson } from "../core/request/response.ts";
import { maskSecret } from "../core/request/mask-secret.ts";
import { send } from "../core/request/send.ts";
import {
  codeForm,
  formHeaders,
  playerOf,
  readGrant,
  refusedTokens,
  secretsOfCode,
} from "../tokens/confidential-client.ts";
import { TokenResult } from "../tokens/token-set.ts";
import type { ActivityPlayer, CheckedCode } from "./activity-code.ts";

const operation = "Exchanging an Activity's code";

const timeoutMs = 15_000;

/** Implements `exchangeActivityCode`. */
export async function exchangeCode(checked: CheckedCode): Promise<ActivityPlayer> {
  const { applicationId, clientSecret, fetch, signal } = checked;
  const apiBase = resolveApiBase(checked);
  const secrets = [clientSecret, ...secretsOfCode(checked)];
  const mask = (text: string) => secrets.reduce(maskSecret, text);
  const answer = await send(apiBase + apiPath`/oauth2/token`, {
    operation,
    method: "POST",
    headers: formHeaders(applicationId, clientSecret),
    body: new URLSearchParams(codeForm(checked)).toString(),
    timeoutMs,
    signal,
    fetch,
  });
  if (answer.status !== 200) throw refusedTokens(answer, operation, mask);
  const grant = readGrant(operation, parseJson(answer.text, operation));
  const player = await playerOf(grant, {
    apiBase,
    timeoutMs,
    fetch,
    signal,
    mask: (text) => maskSecret(mask(text), grant.accessToken),
  });
  return { player, tokens: new TokenResult(grant) };
}
