import { describe, expect, it } from "vitest";
import type { ShownMessage, ShownExchange } from "../../../../../src/emulator/page/model/view.ts";
import { mostExchanges, mostMessages, withNews } from "../../../../../src/emulator/page/model/exchanges.ts";

const exchange = (number: number, title = "") => ({ number, title }) as ShownExchange;
const message = (window: string, number: number) => ({ window, number }) as ShownMessage;
const many = (count: number) => Array.from({ length: count }, (_, number) => number);

describe("Exchanges", () => {
  it("stand with the newest first, and news replace what was known", () => {
    const known = [exchange(2), exchange(1, "under way")];
    const news = [exchange(1, "done"), exchange(3)];
    expect(withNews(known, news, mostExchanges)).toEqual([exchange(3), exchange(2), exchange(1, "done")]);
  });

  it("are forgotten beyond a thousand, the oldest first", () => {
    const kept = withNews(
      many(1_000).map((number) => exchange(number)),
      [exchange(1_000)],
      mostExchanges,
    );
    expect([kept.length, kept[0]?.number, kept.at(-1)?.number]).toEqual([1_000, 1_000, 1]);
  });
});

describe("Messages", () => {
  it("of two windows stand beside each other, though they have the same numbers", () => {
    const known = [message("a", 1)];
    expect(withNews(known, [message("b", 1), message("a", 1)], mostMessages)).toHaveLength(2);
  });

  it("are forgotten beyond three hundred", () => {
    expect(
      withNews(
        many(300).map((number) => message("a", number)),
        [message("a", 300)],
        mostMessages,
      ),
    ).toHaveLength(300);
  });
});
