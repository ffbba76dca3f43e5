import type * as z from "zod/mini";
import type { Random } from "./random.ts";
import { makeNumber, makeText } from "./leaves.ts";
import { partOf } from "./schema-parts.ts";
import { spoil } from "./spoil.ts";

export type Holder = Record<string, unknown>;

export interface Slot {
  readonly holder: Holder;
  readonly key: string;
  readonly schema: z.ZodMiniType;
}

/** Changes a body in place so that it follows rules that the schema does not express. */
export type Tidy = (body: unknown, random: Random) => void;

/**
 * Generates request bodies from an operation's schema. About half are valid; the rest are invalid in one or more places, often
 * just beyond a limit.
 *
 * @param tidy - called for most bodies, before they are made invalid.
 */
export function* generateBodies(
  schema: z.ZodMiniType,
  random: Random,
  count: number,
  tidy: Tidy = () => undefined,
): Generator {
  for (let made = 0; made < count; made++) {
    const slots: Slot[] = [];
    const root: Holder = {};
    const maker = new Maker(random, slots);
    maker.put({ holder: root, key: "body", schema }, 0);
    if (random.chance(0.9)) tidy(root["body"], random);
    const wrongs = random.pick([0, 0, 1, 1, 2, 3]);
    for (let wrong = 0; wrong < wrongs; wrong++) spoil(random.pick(slots), random);
    // A JSON round trip, so that unsendable values, such as `undefined` in an array, appear as a receiver would parse them.
    yield JSON.parse(JSON.stringify(root["body"] ?? null));
  }
}

/** Generates valid values and records their locations. */
class Maker {
  readonly #random: Random;
  readonly #slots: Slot[];

  constructor(random: Random, slots: Slot[]) {
    this.#random = random;
    this.#slots = slots;
  }

  put(slot: Slot, depth: number): void {
    const { holder, key, schema } = slot;
    const random = this.#random;
    const part = partOf(schema);
    switch (part.kind) {
      case "optional":
        // Optional fields become less likely with depth, so bodies have about thirty values.
        if (random.chance(depth > 6 ? 0.1 : 0.4)) this.put({ ...slot, schema: part.of }, depth);
        return;
      case "nullable":
        if (random.chance(0.1)) holder[key] = null;
        else this.put({ ...slot, schema: part.of }, depth);
        return;
      case "choice":
        this.put({ ...slot, schema: random.pick(part.of) }, depth);
        return;
      default:
        this.#slots.push(slot);
    }
    if (part.kind === "object") {
      const object = (holder[key] = {} as Holder);
      for (const [name, field] of Object.entries(part.fields))
        this.put({ holder: object, key: name, schema: field }, depth + 1);
    } else if (part.kind === "list") {
      const list = (holder[key] = [] as unknown as Holder);
      const length = this.#length(part.least, part.most);
      for (let index = 0; index < length; index++)
        this.put({ holder: list, key: String(index), schema: part.item }, depth + 1);
    } else if (part.kind === "dictionary") {
      const dictionary = (holder[key] = {} as Holder);
      for (const name of random.pick([[], ["de"], ["en-US", "fr"]]))
        this.put({ holder: dictionary, key: name, schema: part.item }, depth + 1);
    } else if (part.kind === "text") holder[key] = makeText(part, random);
    else if (part.kind === "number") holder[key] = makeNumber(part, random);
    else holder[key] = random.pick(part.values);
  }

  #length(least: number, most: number): number {
    if (most <= 25 && this.#random.chance(0.03)) return most;
    return Math.min(most, least + this.#random.pick([0, 1, 1, 2]));
  }
}
