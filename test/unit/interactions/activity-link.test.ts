import * as fc from "fast-check";
import { expect, it } from "vitest";
import { activityLink, readActivityLink } from "../../../src/interactions/index.ts";

const applicationId = "1400000000000000001";

it("builds a link to the Activity with both ids", () => {
  expect(activityLink({ applicationId })).toBe("https://discord.com/activities/1400000000000000001");
  expect(activityLink({ applicationId, referrerId: 5n, customId: "room 1&2" })).toBe(
    "https://discord.com/activities/1400000000000000001?referrer_id=5&custom_id=room+1%262",
  );
  expect(activityLink({ applicationId, webBase: "http://127.0.0.1:8181" })).toMatch(/^http:\/\/127\.0\.0\.1/);
});

it.each([
  [{}, "invalid_id", "options.applicationId"],
  [{ applicationId, referrerId: "Ada" }, "invalid_id", "options.referrerId"],
  [{ applicationId, customId: "" }, "invalid_argument", "options.customId"],
  [{ applicationId, customId: "x".repeat(65) }, "invalid_argument", "options.customId"],
  [{ applicationId, customId: "\uD800" }, "invalid_argument", "options.customId"],
  [{ applicationId, webBase: "discord" }, "invalid_base_url", "webBase"],
  [{ applicationId, custom_id: "a" }, "unknown_option", "options.custom_id"],
])("rejects %j", (options, code, fragment) => {
  expect(() => activityLink(options as never)).toThrow(
    expect.objectContaining({ code, message: expect.stringContaining(fragment) }),
  );
});

it("reads the ids from the link, the page's query and the page request", () => {
  const text = fc.string({ unit: "grapheme", minLength: 1, maxLength: 64 });
  const customIds = text.filter((one) => Array.from(one).length <= 64);
  fc.assert(
    fc.property(customIds, fc.bigInt(1n, 2n ** 64n - 1n), (customId, id) => {
      const link = activityLink({ applicationId, referrerId: id, customId });
      const query = new URL(link).search;
      for (const address of [link, query, query.slice(1), `/${query}`, `${link}#top`]) {
        expect(readActivityLink(address)).toEqual({ referrerId: String(id), customId });
      }
    }),
  );
});

it.each([
  ["", {}],
  ["/", {}],
  ["?instance_id=i-5", {}],
  ["?referrer_id=&custom_id=", {}],
  ["?referrer_id=Ada&custom_id=room", { customId: "room" }],
  [`?custom_id=${"🎲".repeat(64)}`, { customId: "🎲".repeat(64) }],
  [`?custom_id=${"🎲".repeat(65)}`, {}],
  ["?custom_id=", {}],
  ["?referrer_id=0", {}],
  ["?referrer_id=99999999999999999999", {}],
  [`?referrer_id=5&custom_id=${"x".repeat(65)}`, { referrerId: "5" }],
  ["?custom_id=a&custom_id=b", { customId: "a" }],
])("ignores invalid values: %j", (address, carried) => {
  expect(readActivityLink(address)).toEqual(carried);
});

it("rejects an address that is not a string", () => {
  expect(() => readActivityLink(5 as never)).toThrow(expect.objectContaining({ code: "invalid_argument" }));
});
