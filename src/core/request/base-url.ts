import { validationError } from "../errors.ts";
import { wrongArgument } from "../check/reader.ts";

/**
 * Checks the address of a service, to which tokens will be sent.
 *
 * @param value - what the caller gave, for example `https://discord.com/api/v10`.
 * @param name - what to call it in the error, for example `apiBase`.
 * @returns the URL without a slash at its end.
 * @throws ClientError `invalid_base_url` unless it is an https URL, or http to this machine, with nothing but host
 *   and path, and not an older host of the service (Application Commands Interface, "Limits").
 */
export function parseBaseUrl(value: unknown, name: string): string {
  if (typeof value !== "string") throw wrongArgument(name, value, "a URL", { code: "invalid_base_url" });
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (!url) throw refuse(name, "is not a URL", "Write it with its scheme: https://…");
  // An empty query or fragment is not in `search` and `hash`, and would swallow every path.
  if (url.username || url.password || /[?#]/.test(value)) {
    throw refuse(
      name,
      "contains more than a host and a path",
      "Leave out user name, password, query and fragment.",
    );
  }
  if (url.protocol !== "https:" && !(url.protocol === "http:" && isLoopback(url.hostname))) {
    throw refuse(name, "would send tokens unencrypted", "Use https; http is for this machine only.");
  }
  if (/(?:^|\.)discordapp\.com$/.test(url.hostname))
    throw refuse(
      name,
      "is an older address of the service, where one rate limit counts all callers together",
      "Use https://discord.com/api/v10.",
    );
  return url.href.replace(/\/+$/, "");
}

/** Whether a URL's host name is this machine (RFC 8252 §7.3, §8.3). */
export function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(hostname);
}

function refuse(name: string, problem: string, hint: string) {
  return validationError("invalid_base_url", `${name} ${problem}.`, hint);
}
