import type { Middleware, ProviderContext } from "./oidc-provider.ts";
import { escapeHtml, pageHeaders, renderPage, drawAvatar } from "../base/page.ts";

/** See RFC 8628 §3.3. */
export const devicePages: Readonly<Record<string, unknown>> = {
  charset: "base-20",
  mask: "****-****",
  userCodeInputSource: showCodeInput,
  userCodeConfirmSource: showCodeConfirmation,
  successSource: (context: ProviderContext) =>
    show(context, "Signed in", "<p>Go back to your device. You can close this page.</p>"),
};

export const explainLostSession: Middleware = async (context, next) => {
  try {
    await next();
  } catch (error) {
    const { route = "", session } = context.oidc ?? {};
    if (!["code_verification", "device_resume"].includes(route) || session?.exp !== undefined) throw error;
    context.status = 400;
    show(
      context,
      "This page is out of date",
      `<p role="alert">The sign-in has expired, or the browser does not store cookies.</p>
<p><a href="/activate">Enter your device's code again.</a></p>`,
    );
  }
};

function showCodeInput(context: ProviderContext, _form: string, _out?: unknown, error?: Error): void {
  if (error?.name === "AbortedError") {
    return show(context, "Declined", "<p>The device is not signed in. You can close this page.</p>");
  }
  const problem = error ? `<p role="alert">${escapeHtml(explain(error))}</p>` : "";
  show(
    context,
    "Enter the code",
    `<p>Your device shows an eight-letter code.</p>
${problem}
<form method="post" action="/activate">
${hidden("xsrf", xsrf(context))}
<label for="user_code">Code</label>
<input id="user_code" name="user_code" class="code" required autocomplete="off" autocapitalize="characters" spellcheck="false" placeholder="BCDF-GHJK" maxlength="16" autofocus>
<button class="main">Continue</button>
</form>`,
  );
}

function showCodeConfirmation(
  context: ProviderContext,
  _form: string,
  client: { readonly clientId: string; readonly clientName?: string },
  _device: unknown,
  code: string,
): void {
  const { clientId, clientName = "An application" } = client;
  show(
    context,
    "Is this your device?",
    `<p>${escapeHtml(clientName)} wants to sign in on a device that shows this code:</p>
<p class="code"><strong>${escapeHtml(code)}</strong></p>
<form method="post" action="/activate">
${hidden("xsrf", xsrf(context))}
${hidden("user_code", code)}
<button class="main" name="confirm" value="yes">Continue</button>
<button name="abort" value="yes">Cancel</button>
</form>`,
    drawAvatar({ id: clientId, name: clientName }, "application"),
  );
}

function explain(error: Error): string {
  const texts: Readonly<Record<string, string>> = {
    NotFoundError: "No device shows this code. Check it and try again.",
    ExpiredError: "This code has expired. Get a new one on your device.",
    AlreadyUsedError: "This code was already used.",
    NoCodeError: "Enter the code first.",
  };
  return texts[error.name] ?? "That did not work. Try again.";
}

function xsrf({ oidc }: ProviderContext): string {
  return oidc?.session?.state?.secret ?? "";
}

function hidden(name: string, value: string): string {
  return `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`;
}

function show(context: ProviderContext, title: string, body: string, crest?: string): void {
  context.set({ ...pageHeaders });
  context.body = renderPage(title, body, crest);
}
