import { describe, expect, it } from "vitest";
import type { ActivityQuestion } from "../../../../src/emulator/activity/question.ts";
import { describePrompt } from "../../../../src/emulator/page/shown-prompt.ts";
import { SkuType } from "../../../../src/wire/monetization.ts";

const describeOne = (question: ActivityQuestion) => describePrompt("Reef Rally", "p", question);

it("describes each requested scope like the consent page", () => {
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

describe("describePrompt", () => {
  it("shows an external link, and opens it", () => {
    const url = "https://example.com/";
    expect(describeOne({ kind: "external-link", url })).toMatchObject({ lines: [{ code: url }], link: url });
  });

  it("lists the players to invite, or reports that there are no others", () => {
    expect(describeOne({ kind: "invite", players: ["Grace"] })).toMatchObject({
      lines: [],
      accept: "Invite",
      choice: { items: [{ id: "Grace", name: "Grace" }] },
    });
    expect(describeOne({ kind: "invite", players: [] })).toMatchObject({
      lines: [{ text: expect.stringContaining("no other players") }],
      accept: "Skip",
      choice: undefined,
    });
  });

  it("offers to share a link without choosing a player", () => {
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
  ] as const)("shows the shared content: %j", (question, lines) => {
    expect(describeOne(question).lines).toMatchObject(lines);
  });

  it.each([
    ["usd", "$4.99"],
    ["jpy", "\u00a5499"],
  ])("shows the price of a purchase in %s", (currency, shown) => {
    const price = { amount: 499, currency };
    const sku = { id: "9", name: "Shell", type: SkuType.Consumable, price, forGuilds: false };
    expect(describeOne({ kind: "purchase", sku })).toMatchObject({
      title: "Buy Shell of Reef Rally",
      lines: [{ text: "Price", code: shown }, { text: expect.stringContaining("there is no payment") }],
    });
    expect(describeOne({ kind: "purchase", sku: { ...sku, price: undefined } }).lines).toHaveLength(1);
  });

  it("accepts a file for an image", () => {
    expect(describeOne({ kind: "image" })).toMatchObject({ hasFile: true });
  });
});
