import { describe, expect, it } from "vitest";
import type { ActivityQuestion } from "../../../../src/emulator/activity/question.ts";
import { describePrompt } from "../../../../src/emulator/page/shown-prompt.ts";
import { SkuType } from "../../../../src/wire/monetization.ts";

const describeOne = (question: ActivityQuestion) => describePrompt("Reef Rally", "p", question);

it("a question of access says what each scope allows, in the words of the consent page", () => {
  expect(describeOne({ kind: "consent", scopes: ["identify", "odd"] })).toEqual({
    id: "p",
    title: "Reef Rally wants to",
    lines: [
      { text: "See your name and picture", code: "identify" },
      { text: "", code: "odd" },
    ],
    accept: "Authorize",
    deny: "Cancel",
  });
});

describe("a question", () => {
  it("of an address shows it, and opens it", () => {
    const url = "https://example.com/";
    expect(describeOne({ kind: "external-link", url })).toMatchObject({ lines: [{ code: url }], link: url });
  });

  it("of whom to invite lists the others, or says that there are none", () => {
    expect(describeOne({ kind: "invite", players: ["Grace"] })).toMatchObject({
      lines: [],
      accept: "Invite",
      choice: { items: [{ id: "Grace", name: "Grace" }] },
    });
    expect(describeOne({ kind: "invite", players: [] })).toMatchObject({
      lines: [{ text: expect.stringContaining("Nobody else") }],
      accept: "Invite nobody",
      choice: undefined,
    });
  });

  it("of a link can be answered with nobody", () => {
    const link = { kind: "share-link", message: "Come!", customId: "lap", players: ["Grace"] } as const;
    expect(describeOne(link)).toMatchObject({
      lines: [{ text: "Come!", code: "lap" }],
      choice: { items: [{ id: "" }, { id: "Grace" }] },
    });
  });

  it.each([
    [
      { kind: "share-moment", mediaUrl: "https://example.com/a.png" },
      [{ code: "https://example.com/a.png" }],
    ],
    [{ kind: "share-interaction", command: "race", content: "Won!" }, [{ text: "Won!" }]],
    [{ kind: "share-interaction", command: "race", content: "" }, []],
  ] as const)("of what is shared shows it: %j", (question, lines) => {
    expect(describeOne(question).lines).toMatchObject(lines);
  });

  it.each([
    ["usd", "$4.99"],
    ["jpy", "\u00a5499"],
  ])("of a purchase says the price in %s", (currency, shown) => {
    const price = { amount: 499, currency };
    const sku = { id: "9", name: "Shell", type: SkuType.Consumable, price, forGuilds: false };
    expect(describeOne({ kind: "purchase", sku })).toMatchObject({
      title: "Buy Shell of Reef Rally",
      lines: [{ text: "Price", code: shown }, { text: expect.stringContaining("Nothing is paid") }],
    });
    expect(describeOne({ kind: "purchase", sku: { ...sku, price: undefined } }).lines).toHaveLength(1);
  });

  it("of a picture takes a file", () => {
    expect(describeOne({ kind: "image" })).toMatchObject({ hasFile: true });
  });
});
