// Runs one benchmark and sends first its heading, then its parts, to the parent process. Arguments: NAME PACE
const [, , name, pace] = process.argv;
/** @type {{ bench: import("./bench.ts").Bench }} */
const { bench } = await import(new URL(`../${name}.js`, import.meta.url).href);
const { title, about } = bench;
process.send?.({ title, about });
const parts = await bench.run({
  name: /** @type {import("./bench.ts").Pace["name"]} */ (pace),
  pick: ({ full, quick }) => (pace === "full" ? full : quick),
});
process.send?.({ parts }, () => process.exit());
