import { type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import { ClientError, ErrorType } from "../../core/errors.ts";
import { guarded } from "../../core/check/callback.ts";
import { loadOnce } from "../../core/lazy.ts";
import { readAddress } from "./input.ts";
import { findForm, readAlert } from "../base/page.ts";

/**
 * Opens an authorize URL, or a device's `verification_uri_complete`, and follows the pages to the redirect or the final page. The
 * operating system opens redirects to custom schemes.
 *
 * @stable
 * @throws ClientError (AuthorizationFailed) `page_refused`, with the page's message, if a page shows an error;
 *   `scheme_not_opened` if no program opens the redirect's scheme.
 */
export type Browser = (url: string) => Promise<void>;

const mostPages = 20;

export function createBrowser(webBase: string, player: string, answer: "accept" | "deny"): Browser {
  const choices = { player, answer, ...(answer === "accept" ? { confirm: "yes" } : { abort: "yes" }) };
  return async (start) => {
    const jar = new Map<string, string>();
    let url = readAddress(start, "url");
    let form: URLSearchParams | undefined;
    for (let step = 0; step < mostPages; step += 1) {
      if (!/^https?:/.test(url)) return openScheme(url);
      const isOurs = url.startsWith(`${webBase}/`);
      const { status, location, page } = await visit(url, form, isOurs ? jar : new Map<string, string>());
      if (location !== undefined) {
        url = new URL(location, url).href;
        form = undefined;
        continue;
      }
      if (!isOurs) return;
      const next = findForm(page, choices);
      if (status >= 400 || (!next && readAlert(page) !== undefined)) throw refused(page);
      if (!next) return;
      url = new URL(next.action ?? url, url).href;
      form = next.fields;
    }
    throw refused("");
  };
}

interface Answer {
  readonly status: number;
  readonly location: string | undefined;
  readonly page: string;
}

/** Avoids `fetch`, because its headers identify a script and games reject redirects from scripts. */
function visit(url: string, form: URLSearchParams | undefined, jar: Map<string, string>): Promise<Answer> {
  const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
  const headers = {
    accept: "text/html",
    connection: "close",
    ...(cookie && { cookie }),
    ...(form && { "content-type": "application/x-www-form-urlencoded" }),
  };
  return new Promise((resolve, reject) => {
    const read = (response: IncomingMessage) => {
      const {
        statusCode: status = 0,
        headers: { location, "set-cookie": lines = [] },
      } = response;
      for (const line of lines) {
        const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        jar.set(name, value);
      }
      return text(response).then((page) => resolve({ status, location, page }));
    };
    const navigation = request(url, { method: form ? "POST" : "GET", headers }, guarded(read, reject));
    navigation.on("error", reject).end(form?.toString());
  });
}

const loadLauncher = loadOnce(() => import("../../sign-in/browser/start-launcher.ts"));

async function openScheme(url: string): Promise<void> {
  const { startLauncher } = await loadLauncher();
  const failure = await startLauncher(url);
  if (failure === undefined) return;
  throw new ClientError({
    type: ErrorType.AuthorizationFailed,
    code: "scheme_not_opened",
    message: `The redirect to ${new URL(url).protocol} did not reach the game: ${failure}.`,
    hint: "Call redirectSchemeStatus to find the registered program. On Linux, gio or xdg-utils opens the scheme.",
  });
}

function refused(page: string): ClientError {
  return new ClientError({
    type: ErrorType.AuthorizationFailed,
    code: "page_refused",
    message: `The sign-in on the emulator's pages failed: ${readAlert(page) ?? "there were too many pages"}.`,
    hint: "Check the URL: client_id, redirect_uri and scope must match one of the emulator's applications.",
  });
}
