// Four processes that share one bot's limits. Needs `npm run build`, and Debian's redis-tools.
import { measureFleet } from "./fleet-limits/measure.js";
import { lacksRedis } from "./frame/lacks.js";

const instances = 4;
const allowed = 50;

/** @type {import("./frame/bench.ts").Bench} */
export const bench = {
  title: "A fleet's limits",
  about:
    "Four processes at full speed, which share one bot's limits through a real Redis, against a service that counts: how many requests " +
    "reach it in a second. The floor is what the service allows.",
  async run(pace) {
    const name = "fleet-limits";
    const title = "Requests a second";
    const left =
      "A request keeps its place until a second after its answer, by Redis' clock, so that no second has more than 50 however " +
      "long one is on its way: what an answer takes is what is left. A busy machine hears of its answers late.";
    const heading = { name, title, unit: "a second", moreIsBetter: true, left };
    const peers = [
      {
        what: "@discordjs/rest",
        why: "its processes know nothing of each other, and all of them are refused",
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
          { what: "what the service allows", kind: "floor", values: [allowed] },
          { what: "slashpass: all four", kind: "ours", values: [result.requests / seconds] },
          {
            what: "slashpass: the process that had least, times four",
            kind: "ours",
            values: [Math.min(...each) * instances],
          },
        ],
        missing: peers,
        counts: [
          { what: "requests that failed", value: result.failures, atMost: 0, ifQuiet: true },
          { what: "commands of Redis for a request", value: result.commandsPerRequest, atMost: 2.05 },
        ],
      },
      {
        name: "fleet-limits-fullest",
        title: "The fullest second",
        unit: "requests",
        rows: [
          { what: "what the service allows", kind: "floor", values: [allowed] },
          { what: "slashpass", kind: "ours", values: [result.mostInASecond] },
        ],
        left: "As the service sees it. Where the machine is so busy that the service reads late, it sees the requests of two seconds in one.",
      },
    ];
  },
};
