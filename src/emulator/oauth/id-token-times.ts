import { type KeyObject, sign } from "node:crypto";
import type { Clock } from "../base/clock.ts";
import type { OidcProvider } from "./oidc-provider.ts";

/** The claims that are times, in seconds since 1970. */
const times = ["iat", "exp", "nbf", "auth_time"];

/** Lets the server, which reads the machine's clock, issue ID tokens in the emulator's time. */
export function keepIdTokensOnTime({ IdToken }: OidcProvider, clock: Clock, key: KeyObject): void {
  const { issue } = IdToken.prototype;
  IdToken.prototype.issue = async function (options) {
    const ahead = Math.floor(clock.aheadMs / 1000);
    const { expiresAt } = options;
    const inServerTime = expiresAt === undefined ? options : { ...options, expiresAt: expiresAt - ahead };
    const token = await issue.call(this, inServerTime);
    return ahead === 0 ? token : signAgain(token, ahead, key);
  };
}

/** The same token with its times moved. */
function signAgain(token: string, seconds: number, key: KeyObject): string {
  const [header = "", body = ""] = token.split(".");
  const claims = JSON.parse(Buffer.from(body, "base64url").toString()) as Record<string, unknown>;
  for (const name of times) {
    const time = claims[name];
    if (typeof time === "number") claims[name] = time + seconds;
  }
  const moved = `${header}.${Buffer.from(JSON.stringify(claims)).toString("base64url")}`;
  return `${moved}.${sign("RSA-SHA256", Buffer.from(moved), key).toString("base64url")}`;
}
