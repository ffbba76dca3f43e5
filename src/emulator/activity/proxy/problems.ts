import type { EmulatorApplication } from "../../state/application.ts";
import type { UrlMapping } from "../../state/url-mappings.ts";
import type { ProblemText } from "../report.ts";
import type { ActivityOrigin, BlockedReport } from "./own-pages.ts";

const portal = "the developer portal (Activities, URL Mappings)";

function mappingFor(prefix: string, target: string): string {
  const option = prefix === "/" ? `--activity http://${target}/` : `--map ${prefix}=${target}`;
  return (
    `On the command line: slashpass emulator ${option}. ` +
    `In a test: activity: { mappings: [{ prefix: "${prefix}", target: "${target}" }] }. ` +
    `For the real service, enter the same prefix in ${portal}.`
  );
}

export const noActivity = (name: string): ProblemText => ({
  message: `The application "${name}" has no Activity URL, so the emulator cannot load its page.`,
  hint: `Start your development server and specify its address. ${mappingFor("/", "127.0.0.1:5173")}`,
});

export function noMapping(path: string, mappings: readonly UrlMapping[]): ProblemText {
  const listed = mappings.map(({ prefix, target }) => `${prefix} → ${target}`).join(", ");
  return {
    message: `No URL mapping matches ${path}. The mappings are: ${listed}.`,
    hint: `Add one for '${firstPart(path)}'. ${mappingFor(firstPart(path), firstPart(path) === "/" ? "127.0.0.1:5173" : "127.0.0.1:3000")}`,
  };
}

export const unreachable = (address: string, { code, message }: NodeJS.ErrnoException): ProblemText => ({
  message: `No server responds at http://${address} (${code ?? message}).`,
  hint: "Start the server on this port, or correct the mapping.",
});

export function notHttp(address: string, error: unknown): ProblemText {
  const reason = error instanceof Error ? error.message : "unknown";
  return {
    message: `http://${address} sent an HTTP response that cannot be forwarded (${reason}).`,
    hint: "Check the status and headers of the server's response.",
  };
}

export const tooLate = (address: string, seconds: number): ProblemText => ({
  message: `http://${address} accepted the request but did not respond within ${seconds} seconds.`,
  hint: "Check the server's output for the cause.",
});

export const bodyTooLong = (asked: string, most: number): ProblemText => ({
  message: `The body of ${asked} is larger than ${most / 1024 / 1024} MiB, the limit for forwarded requests.`,
  hint: "Split it into several requests.",
});

export const ownTarget = (prefix: string): ProblemText => ({
  message: `The mapping for '${prefix}' points back to the emulator.`,
  hint: "Set its target to your own server.",
});

export const failed = (request: string, status: number, { prefix, target }: UrlMapping): ProblemText => ({
  message: `${target} responded to ${request} with ${status}. The mapping for '${prefix}' sent the request there.`,
  hint:
    status === 404
      ? "If another server handles that path, add a mapping for its prefix before the shorter ones."
      : "Check the server's output.",
});

export const hostRefused = (address: string): ProblemText => ({
  message: `The development server at ${address} rejects requests for this host name.`,
  hint: "Allow the host name in the server's configuration, for example with server.allowedHosts in vite.config. Allow your tunnel's host name too, because the real service uses it.",
});

export const notFramed = (header: string): ProblemText => ({
  message: `A header prevents the page from being shown in a frame: ${header}.`,
  hint: "Omit the header for the Activity, because the real client shows the page in a cross-site frame too.",
});

export const cookieLost = (name: string): ProblemText => ({
  message: `The cookie '${name}' was not stored, because browsers store only cookies with SameSite=None in a cross-site frame.`,
  hint: `Set it with the attributes SameSite=None; Secure; Partitioned.`,
});

type Blocked = Omit<BlockedReport, "page"> & Pick<ActivityOrigin, "host">;

export const blocked = ({ directive, what, host }: Blocked): ProblemText => ({
  message: `The content security policy blocked ${what} (${directive}), as the real service's policy would.`,
  hint: suggestFix(what, host),
});

function suggestFix(what: string, host: string): string {
  if (!URL.canParse(what)) return "Serve it as a file from this origin.";
  const url = new URL(what);
  if (url.host === host)
    return `The emulator serves plain http. Use only the path, or ${url.protocol.replace("s:", ":")}//${host} if you need a full URL.`;
  const prefix = `/${url.hostname.split(".").at(-2) ?? url.hostname}`;
  return (
    `Map a prefix to it (${prefix} → ${url.host} in ${portal}; in the emulator, which reaches only this machine, slashpass emulator --map ${prefix}=127.0.0.1:3000), and request ${prefix}${url.pathname} instead. ` +
    `Or keep your code unchanged and call patchUrlMappings([{ prefix: "${prefix}", target: "${url.host}" }]) first. ` +
    "--no-csp shows the page without the policy."
  );
}

function firstPart(path: string): string {
  return /^\/[^/.]*(?=\/)|^\/[^/.]+$/.exec(path)?.[0] || "/";
}

type Named = Pick<EmulatorApplication, "id" | "name">;

export function noApplication(host: string, applications: readonly Named[]): ProblemText {
  const listed = applications.map(({ id, name }) => `${id} (${name})`).join(", ");
  return {
    message: `${host} is not an Activity origin: this emulator has no application with that id.`,
    hint: `The applications are ${listed}. The part before .localhost must be the application's id.`,
  };
}

export const pathNotFound = (path: string): ProblemText => ({
  message: `There is no page at ${path}: paths that begin with /.slashpass/ are reserved for the emulator.`,
  hint: "Use another path for your own files.",
});

export const noTicket = (webBase: string): ProblemText => ({
  message: "This address has no ticket, so the emulator cannot match it to an Activity window.",
  hint: `Launch the Activity from the emulator's page, ${webBase}/, or in a test with player.join().`,
});

export const ticketExpired = (webBase: string): ProblemText => ({
  message: "This address's ticket is invalid, because its window was closed or the emulator was restarted.",
  hint: `Launch the Activity again from the emulator's page, ${webBase}/.`,
});

export const ticketOfAnother = (whose: Named, asked: Named): ProblemText => ({
  message: `The ticket belongs to application ${whose.id} (${whose.name}), but this is the origin of ${asked.id} (${asked.name}).`,
  hint: "Open the original address, with the application's id before .localhost.",
});

export const wrongOrigin = (origin: string | undefined, host: string): ProblemText => ({
  message: `${origin === undefined ? "A program without an Origin header" : `A page from ${origin}`} tried to connect as the Activity. Only pages from http://${host} may do that.`,
  hint: "Open the Activity from the emulator's page. In a test without a browser, connect with player.join().",
});
