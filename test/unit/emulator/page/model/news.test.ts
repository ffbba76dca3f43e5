import { describe, expect, it } from "vitest";
import type { ShownMessage, ShownExchange } from "../../../../../src/emulator/page/model/view.ts";
import { mostExchanges, mostMessages, withNews } from "../../../../../src/emulator/page/model/exchanges.ts";

const exchange = (number: number, title = "") => ({ number, title }) as ShownExchange;
const message = (window: string, number: number) => ({ window, number }) as ShownMessage;
const many = (count: number) => Array.from({ length: count }, (_, number) => number);

describe("exchanges", () => {
  it("are sorted newest first, and updated by number", () => {
    const known = [exchange(2), exchange(1, "under way")];
    const news = [exchange(1, "done"), exchange(3)];
    expect(withNews(known, news, mostExchanges)).toEqual([exchange(3), exchange(2), exchange(1, "done")]);
  });

  it("are limited to the newest 1,000", () => {
    const kept = withNews(
      many(1_000).map((number) => exchange(number)),
      [exchange(1_000)],
      mostExchanges,
    );
    expect([kept.length, kept[0]?.number, kept.at(-1)?.number]).toEqual([1_000, 1_000, 1]);
  });
});

describe("messages", () => {
  it("are separate for each window, even if their numbers are equal", () => {
    const known = [message("a", 1)];
    expect(withNews(known, [message("b", 1), message("a", 1)], mostMessages)).toHaveLength(2);
  });

  it("are limited to 300", () => {
    expect(
      withNews(
        many(300).map((number) => message("a", number)),
        [message("a", 300)],
        mostMessages,
      ),
    ).toHaveLength(300);
  });
});
