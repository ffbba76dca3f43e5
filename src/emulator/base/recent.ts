/** How many of a kind an emulator keeps. Tests and demos need a few; a loop that never ends must not fill the machine. */
const most = 2_000;
/** How many one thing holds: an interaction its messages, an Activity its players. */
const mostWithin = 100;

/** A map of limited size that keeps the newest entries and drops the oldest. */
export class Recent<Key, Value> extends Map<Key, Value> {
  override set(key: Key, value: Value): this {
    super.set(key, value);
    if (this.size > most) {
      const [oldest] = this.keys();
      this.delete(oldest as Key);
    }
    return this;
  }
}

/** Adds to a list of limited size, and drops the oldest entry. */
export function pushRecent<Item>(items: Item[], item: Item, limit: number = mostWithin): void {
  items.push(item);
  if (items.length > limit) items.shift();
}
