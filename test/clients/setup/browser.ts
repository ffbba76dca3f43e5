import { type FilledForm, findForm, readAlert } from "../../../src/emulator/base/page.ts";

/** The page on which a navigation ends. */
export interface Page {
  readonly url: URL;
  readonly status: number;
  readonly text: string;
}

/** The player's choices on the service's pages. */
export interface Choices {
  readonly player?: string;
  readonly answer?: "accept" | "deny";
  /** Forms on pages under this URL are not submitted. */
  readonly home?: string;
}

const maxRedirects = 20;

/** A browser without JavaScript that stores each host's cookies, follows redirects and submits each page's first form. */
export class Browser {
  readonly #jars = new Map<string, Map<string, string>>();
  readonly #choices: Readonly<Record<string, string>>;
  readonly #home: string | undefined;

  constructor({ player = "Ada", answer = "accept", home }: Choices = {}) {
    this.#home = home;
    this.#choices = { player, answer, ...(answer === "accept" ? { confirm: "yes" } : { abort: "yes" }) };
  }

  /** Navigates until a page has no form, has an alert, or is under `home`. */
  async open(start: string): Promise<Page> {
    return this.#follow(new URL(start));
  }

  /** Submits a page's first form unchanged and follows the navigation. */
  async submit({ url, text }: Page): Promise<Page> {
    const form = findForm(text, {});
    if (!form) throw new Error(`There is no form at ${url.href}.`);
    return this.#follow(targetOf(form, url), form.fields);
  }

  async #follow(start: URL, firstForm?: URLSearchParams): Promise<Page> {
    let url = start;
    let form = firstForm;
    for (let step = 0; step < maxRedirects; step += 1) {
      const response = await this.#visit(url, form);
      const location = response.headers.get("location");
      const text = await response.text();
      if (location !== null) {
        url = new URL(location, url);
        form = undefined;
        continue;
      }
      const isHome = this.#home !== undefined && url.href.startsWith(this.#home);
      const next = isHome ? undefined : findForm(text, this.#choices);
      if (!next || readAlert(text) !== undefined) return { url, status: response.status, text };
      url = targetOf(next, url);
      form = next.fields;
    }
    throw new Error(`The pages never end; the last is ${url.href}.`);
  }

  async #visit(url: URL, form: URLSearchParams | undefined): Promise<Response> {
    const jar = this.#jars.get(url.host) ?? new Map<string, string>();
    this.#jars.set(url.host, jar);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(url, {
      redirect: "manual",
      headers: { accept: "text/html", ...(cookie && { cookie }) },
      ...(form && { method: "POST", body: form }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      jar.set(name, value);
    }
    return response;
  }
}

function targetOf({ action }: FilledForm, page: URL): URL {
  return new URL(action ?? page, page);
}
