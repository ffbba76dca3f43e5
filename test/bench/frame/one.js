// Runs one benchmark and sends first its title, then its parts, to the parent process. Arguments: NAME PACE
const [, , name, pace] = process.argv;
/** @type {{ bench: import("./bench.ts").Bench }} */
const { bench } = await import(new URL(`../${name}.js`, import.meta.url).href);
process.send?.({ title: bench.title });
const parts = await bench.run({
  name: /** @type {import("./bench.ts").Pace["name"]} */ (pace),
  pick: ({ full, quick }) => (pace === "full" ? full : quick),
});
process.send?.({ parts }, () => process.exit());
