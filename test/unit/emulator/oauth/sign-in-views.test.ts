import { expect, test } from "vitest";
import {
  consentPage,
  signInPage,
  listScopes,
  compareRedirects,
} from "../../../../src/emulator/oauth/sign-in-views.ts";
import { findForm } from "../../../../src/emulator/oauth/page-form.ts";
import type { Player } from "../../../../src/emulator/state/players.ts";

const application = { id: "7", name: "Reef" };
const player: Player = { id: "8", username: "ada", name: "Ada", locale: "en-US", adult: true };
const question = { application, player, scopes: ["identify"] };

test.each([
  ["http://127.0.0.1:4321/callback", "You will then return to the game on this computer: "],
  ["http://[::1]/callback", "You will then return to the game on this computer: "],
  ["https://reef.example/<back>", "You will then continue to "],
  ["discord-7:/authorize/callback", "The game will then open at its own address: "],
  [undefined, "Then return to your device."],
])("shows the player where the response goes: %s", (redirectUri, words) => {
  const code =
    redirectUri === undefined ? "" : `<code>${redirectUri.replace("<back>", "&lt;back&gt;")}</code>`;
  expect(consentPage({ ...question, redirectUri })).toContain(`<p class="next">${words}${code}</p>`);
});

test("shows the application's and the players' avatars on both pages", () => {
  const pages = [
    consentPage({ ...question, redirectUri: undefined }),
    signInPage(application, [player, { ...player, id: "9", name: "Bo" }]),
  ];
  expect(pages.map((page) => page.split('<svg class="avatar"').length - 1)).toEqual([2, 3]);
  expect(pages.join()).not.toMatch(/<img|<script|https?:|style="/);
});

test("puts the form for scripted players first on each page", () => {
  const consent = findForm(consentPage({ ...question, redirectUri: undefined }), { answer: "deny" });
  expect(consent?.fields.get("answer")).toBe("deny");
  const signIn = findForm(signInPage(application, [player]), { player: "Zoe" });
  expect(signIn?.fields.get("player")).toBe("Zoe");
});

test("shows each known scope's description and name, and only the name of an unknown scope", () => {
  expect(listScopes(["identify", "newer.<scope>", "toString"])).toBe(
    "<ul><li>See your name and picture <code>identify</code></li>\n" +
      "<li><code>newer.&lt;scope&gt;</code></li>\n<li><code>toString</code></li></ul>",
  );
});

test("shows the link's escaped redirect URI next to the registered ones", () => {
  const html = compareRedirects("http://127.0.0.1/<b>", ["http://127.0.0.1/callback", "game:/back?a&b"]);
  expect(html).toContain(
    '<h2>The link offers</h2><ul class="plain"><li><code>http://127.0.0.1/&lt;b&gt;</code></li></ul>',
  );
  expect(html).toContain("<li><code>http://127.0.0.1/callback</code></li>");
  expect(html).toContain("<li><code>game:/back?a&amp;b</code></li>");
});

test("reports that the application has no registered redirect URI", () => {
  expect(compareRedirects("http://127.0.0.1/", [])).toContain("<h2>Registered</h2><p>None.</p>");
});
