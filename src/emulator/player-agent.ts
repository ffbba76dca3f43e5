import { request } from "node:http";
import { text } from "node:stream/consumers";
import { validationError } from "../errors.ts";

/** How a scripted player behaves. */
export interface PlayerAgentOptions {
  /** Name of the player; a new account when there is none of that name. Default: the first player. */
  readonly player?: string | undefined;
  /** What the player says when asked for consent. Default `accept`. */
  readonly answer?: "accept" | "deny" | undefined;
}

/** Visits an authorize URL and follows its pages to the redirect. */
export type PlayerAgent = (authorizeUrl: string) => Promise<void>;

const longestWay = 20;

/** A user agent that follows the emulator's pages like a browser: redirects, cookies, forms. */
export function createPlayerAgent(webBase: string, player: string, answer: "accept" | "deny"): PlayerAgent {
  return async (authorizeUrl) => {
    const jar = new Map<string, string>();
    let url = authorizeUrl;
    let form: URLSearchParams | undefined;
    for (let step = 0; step < longestWay; step += 1) {
      const atHome = url.startsWith(`${webBase}/`);
      const { location, page } = await visit(url, form, atHome ? jar : new Map());
      if (location === undefined && !atHome) return;
      form = location === undefined ? fillForm(page, player, answer) : undefined;
      url = new URL(location ?? url, url).href;
    }
    throw validationError("no_redirect", "The sign-in pages did not end in a redirect.");
  };
}

interface Answer {
  readonly location: string | undefined;
  readonly page: string;
}

/** One navigation. Not with `fetch`, which marks its requests as a script's. */
function visit(url: string, form: URLSearchParams | undefined, jar: Map<string, string>): Promise<Answer> {
  const body = form?.toString();
  const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
  const headers = {
    accept: "text/html",
    connection: "close",
    ...(cookie && { cookie }),
    ...(body !== undefined && { "content-type": "application/x-www-form-urlencoded" }),
  };
  return new Promise((resolve, reject) => {
    const navigation = request(url, { method: form ? "POST" : "GET", headers }, (response) => {
      for (const line of response.headers["set-cookie"] ?? []) {
        const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        jar.set(name, value);
      }
      text(response).then((page) => resolve({ location: response.headers.location, page }), reject);
    });
    navigation.on("error", reject).end(body);
  });
}

function fillForm(page: string, player: string, answer: string): URLSearchParams {
  if (page.includes('name="player"')) return new URLSearchParams({ player });
  if (page.includes('name="answer"')) return new URLSearchParams({ answer });
  throw validationError(
    "no_form",
    "The page that the player sees has no form to fill in.",
    "Check the authorize URL: it may have been refused.",
  );
}
