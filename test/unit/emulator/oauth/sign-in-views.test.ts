import { expect, test } from "vitest";
import { consentPage, signInPage } from "../../../../src/emulator/oauth/sign-in-views.ts";
import { findForm } from "../../../../src/emulator/oauth/page-form.ts";
import type { Player } from "../../../../src/emulator/state/players.ts";

const application = { id: "7", name: "Reef" };
const player: Player = { id: "8", username: "ada", name: "Ada", locale: "en-US", adult: true };
const question = { application, player, scopes: ["identify"] };

test.each([
  ["http://127.0.0.1:4321/callback", "Then you go back to the game, on this computer: "],
  ["http://[::1]/callback", "Then you go back to the game, on this computer: "],
  ["https://reef.example/<back>", "Then you go on to "],
  ["discord-7:/authorize/callback", "Then the game opens, by an address of its own: "],
  [undefined, "Then go back to your device."],
])("the player reads where the answer goes: %s", (redirectUri, words) => {
  const code =
    redirectUri === undefined ? "" : `<code>${redirectUri.replace("<back>", "&lt;back&gt;")}</code>`;
  expect(consentPage({ ...question, redirectUri })).toContain(`<p class="next">${words}${code}</p>`);
});

test("both pages show who asks, and the players, each with a picture", () => {
  const pages = [
    consentPage({ ...question, redirectUri: undefined }),
    signInPage(application, [player, { ...player, id: "9", name: "Bo" }]),
  ];
  expect(pages.map((page) => page.split('<svg class="avatar"').length - 1)).toEqual([2, 3]);
  expect(pages.join()).not.toMatch(/<img|<script|https?:|style="/);
});

test("the first form of each page is the one that scripted players send", () => {
  const consent = findForm(consentPage({ ...question, redirectUri: undefined }), { answer: "deny" });
  expect(consent?.fields.get("answer")).toBe("deny");
  const signIn = findForm(signInPage(application, [player]), { player: "Zoe" });
  expect(signIn?.fields.get("player")).toBe("Zoe");
});
