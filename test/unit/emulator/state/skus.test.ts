import { expect, it } from "vitest";
import { createSku, describeSku, readSkuInit } from "../../../../src/emulator/state/skus.ts";

it("creates a consumable that has no price by default", () => {
  const made = createSku(readSkuInit({ name: "Pearl" }, "sku"), 1_700_000_000_000);
  expect(made).toEqual({
    id: expect.stringMatching(/^\d+$/),
    name: "Pearl",
    type: 3,
    price: undefined,
    forGuilds: false,
  });
  const price = { amount: 499, currency: "usd" };
  const init = { id: 7n, name: "Reef Pass", type: 5, price, forGuilds: true };
  expect(createSku(readSkuInit(init, "sku"), 0)).toEqual({ ...init, id: "7" });
});

it.each([
  [{ name: "Pearl" }, { type: 3, slug: "pearl", flags: 4 }],
  [
    { name: " Reef Pass: Gold! ", type: 5 },
    { type: 5, slug: "reef-pass-gold", flags: 260 },
  ],
  [
    { name: "Riff für alle", type: 5, forGuilds: true },
    { slug: "riff-für-alle", flags: 132 },
  ],
  [
    { name: "Reef", type: 6, forGuilds: true },
    { type: 6, flags: 132 },
  ],
])("describes %j as the API does", (init, described) => {
  const sku = createSku(readSkuInit({ id: "7", ...init }, "sku"), 0);
  const common = { id: "7", application_id: "5", name: init.name };
  expect(describeSku(sku, "5")).toMatchObject({ ...common, ...described });
});

it.each([
  [{ name: "" }, "sku.name is an empty string, but must be a string of 1 to 100 characters."],
  [{ name: "a", type: 9 }, "sku.type is 9, but must be 1 or 2 or 3 or 4 or 5 or 6."],
  [{ name: "a", price: { amount: 4.99, currency: "usd" } }, "sku.price.amount is 4.99, but must be"],
  [
    { name: "a", price: { amount: 1, currency: "$" } },
    "sku.price.currency is a string, but must be three lowercase letters, such as usd.",
  ],
])("rejects %j", (init, message) => {
  expect(() => readSkuInit(init, "sku")).toThrow(message);
});
