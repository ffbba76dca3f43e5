import { afterAll, describe, expect, it } from "vitest";
import { startEmulator } from "../../../../src/emulator/index.ts";
import { devicePages, explainLostSession } from "../../../../src/emulator/oauth/device-pages.ts";
import type { ProviderContext } from "../../../../src/emulator/oauth/oidc-provider.ts";

const emulator = await startEmulator();
afterAll(() => emulator.close());

type Show = (context: ProviderContext, form: string, ...more: unknown[]) => void;

/** Renders a page without the authorization server's form. */
function render(source: string, ...more: unknown[]): string {
  const headers: Record<string, string> = {};
  const context = { body: "", set: (given: object) => void Object.assign(headers, given) } as ProviderContext;
  (devicePages[source] as Show)(context, "", ...more);
  expect(headers["content-type"]).toBe("text/html; charset=utf-8");
  return String(context.body);
}

function failure(name: string): Error {
  return Object.assign(new Error("secret-reason"), { name });
}

describe("a page without a session", () => {
  it.each(["POST /activate", "GET /activate/unknown"])("shows an explanation at %s", async (target) => {
    const [method = "", path = ""] = target.split(" ");
    const headers = { accept: "text/html", "content-type": "application/x-www-form-urlencoded" };
    const response = await fetch(emulator.webBase + path, { method, headers });
    expect(response.status).toBe(400);
    expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(await response.text()).toContain('<a href="/activate">Enter your device\'s code again.</a>');
  });

  it.each([
    ["another page", { route: "token" }],
    ["a page in a session", { route: "code_verification", session: { exp: 1 } }],
    ["a request that the server does not recognize", undefined],
  ])("rethrows other errors for %s", async (_what, oidc) => {
    const fail = () => Promise.reject(new Error("A fault of our own"));
    await expect(explainLostSession({ oidc } as ProviderContext, fail)).rejects.toThrow("A fault of our own");
  });
});

describe("the user code page", () => {
  it.each([
    ["NotFoundError", "No device shows this code. Check it and try again."],
    ["ExpiredError", "This code has expired. Get a new one on your device."],
    ["AlreadyUsedError", "This code was already used."],
    ["NoCodeError", "Enter the code first."],
    ["ReCaptchaError", "That did not work. Try again."],
  ])("explains %s and asks for the code again", (name, text) => {
    const page = render("userCodeInputSource", undefined, failure(name));
    expect(page).toContain(`<p role="alert">${text}</p>`);
    expect(page).toContain('name="user_code"');
    expect(page).not.toContain("secret-reason");
  });

  it("shows no error at first", () => {
    expect(render("userCodeInputSource")).not.toContain('<p role="alert">');
  });

  it("has no form after the player declines", () => {
    const page = render("userCodeInputSource", undefined, failure("AbortedError"));
    expect(page).toContain("The device is not signed in");
    expect(page).not.toContain("<form");
  });

  it("escapes the application's name", () => {
    const confirm = (client: object) => render("userCodeConfirmSource", client, {}, "BCDF-GHJK");
    const page = confirm({ clientId: "7", clientName: "<b>Reef</b>" });
    expect(page).toContain("&lt;b&gt;Reef&lt;/b&gt; wants to sign in");
    expect(page).toContain("<strong>BCDF-GHJK</strong>");
    expect(confirm({ clientId: "7" })).toContain("An application wants to");
  });
});
