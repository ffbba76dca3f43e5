// Four processes share one bot's rate limits. Needs `npm run build` and Debian's redis-tools.
import { measureFleet } from "./fleet-limits/measure.js";
import { lacksRedis } from "./frame/lacks.js";

const instances = 4;
const allowed = 50;

/** @type {import("./frame/bench.ts").Bench} */
export const bench = {
  title: "Fleet limits",
  about:
    "Four processes at full speed share one bot's rate limits through a real Redis. The server counts the requests " +
    "per second. The floor is the server's limit.",
  async run(pace) {
    const name = "fleet-limits";
    const title = "Requests per second";
    const footnote =
      "A request occupies its slot until one second after its response (Redis's clock), so no second has more than 50 " +
      "requests, however long they take. The response time explains the gap to the floor.";
    const heading = { name, title, unit: "per second", moreIsBetter: true, footnote };
    const peers = [
      {
        what: "@discordjs/rest",
        why: "its processes do not share limits, so the server would reject all requests",
      },
    ];
    if (lacksRedis)
      return [{ ...heading, rows: [], missing: [{ what: "redisLimits", why: lacksRedis }, ...peers] }];
    const seconds = pace.pick({ full: 30, quick: 4 });
    const result = await measureFleet({ seconds, instances });
    const each = result.each.map((count) => count / seconds);
    return [
      {
        ...heading,
        rows: [
          { what: "the server's limit", kind: "floor", values: [allowed] },
          { what: "slashpass: all four processes", kind: "ours", values: [result.requests / seconds] },
          {
            what: "slashpass: the slowest process, times four",
            kind: "ours",
            values: [Math.min(...each) * instances],
          },
        ],
        missing: peers,
        counts: [
          { what: "failed requests", value: result.failures, atMost: 0, ifQuiet: true },
          { what: "Redis commands per request", value: result.commandsPerRequest, atMost: 2.05 },
        ],
      },
      {
        name: "fleet-limits-fullest",
        title: "The busiest second",
        unit: "requests",
        rows: [
          { what: "the server's limit", kind: "floor", values: [allowed] },
          { what: "slashpass", kind: "ours", values: [result.mostInASecond] },
        ],
        footnote:
          "The server counts the requests. On a busy machine, it may count two seconds' requests as one second's.",
      },
    ];
  },
};
