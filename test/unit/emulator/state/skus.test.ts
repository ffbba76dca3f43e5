import { expect, it } from "vitest";
import { createSku, readSkuInit } from "../../../../src/emulator/state/skus.ts";

it("is something to be used up, without a price, where nothing else is said", () => {
  const made = createSku(readSkuInit({ name: "Pearl" }, "sku"), 1_700_000_000_000);
  expect(made).toEqual({ id: expect.stringMatching(/^\d+$/), name: "Pearl", type: 3, price: undefined });
  const init = { id: 7n, name: "Reef Pass", type: 5, price: { amount: 499, currency: "usd" } };
  expect(createSku(readSkuInit(init, "sku"), 0)).toEqual({ ...init, id: "7" });
});

it.each([
  [{ name: "" }, "sku.name is an empty string, but must be a string of 1 to 100 characters."],
  [{ name: "a", type: 9 }, "sku.type is a number, but must be 1 or 2 or 3 or 4 or 5."],
  [{ name: "a", price: { amount: 4.99, currency: "usd" } }, "sku.price.amount is a number"],
  [
    { name: "a", price: { amount: 1, currency: "$" } },
    "sku.price.currency is a string, but must be three small letters, such as usd.",
  ],
])("refuses %j", (init, message) => {
  expect(() => readSkuInit(init, "sku")).toThrow(message);
});
