import { serviceHost } from "../../../wire/service-host.ts";

/** Where an Activity's page is shown. */
export interface ActivityOrigin {
  /** Name and port: `1234.localhost:8181`. */
  readonly host: string;
  /** Where the emulator itself is. */
  readonly webBase: string;
}

/** What reports of the browser go to, on the Activity's own origin. */
export const reportPath = "/.slashpass/report";

/** Paths of the service's files that are open to Activities (Discord documentation, Activities, "Exceptions"). */
const files = ["https://cdn.discordapp.com", "https://media.discordapp.net"]
  .flatMap((host) => ["attachments", "avatars", "icons"].map((folder) => `${host}/${folder}/`))
  .join(" ");
const api = ["", "canary.", "ptb."].map((channel) => `https://${channel}${serviceHost}/api/`).join(" ");

/**
 * What an Activity's page may load; its page in docs says which parts are known, and which are assumed. The emulator's own
 * API and files stand beside the service's.
 */
export function contentSecurityPolicy({ host, webBase }: ActivityOrigin): string {
  const own = `${webBase}/attachments/`;
  return [
    "default-src 'self'",
    "script-src 'self' 'unsafe-inline' 'unsafe-eval' blob:",
    "style-src 'self' 'unsafe-inline' blob:",
    `img-src 'self' data: blob: ${files} ${own}`,
    `media-src 'self' data: blob: ${files} ${own}`,
    "font-src 'self' data: blob:",
    `connect-src 'self' ws://${host} data: blob: ${api} ${files} ${webBase}/api/ ${own}`,
    "worker-src 'self' blob:",
    "frame-src 'self' blob:",
    "object-src 'none'",
    `report-uri ${reportPath}`,
  ].join("; ");
}

/** Who may show the Activity's origin in a frame: the emulator's page and the origin itself. Always on. */
export function frameAncestors({ webBase }: ActivityOrigin): string {
  return `frame-ancestors 'self' ${webBase}`;
}
