import { BusConnection, BusError } from "../dbus/connection.ts";
import { Variant, type BusValue } from "../dbus/marshal.ts";
import {
  type BusObject,
  noObject,
  busObject,
  itemProperty,
  readObjectPath,
  readObjectPaths,
  secrets,
  unexpectedReply,
} from "./objects.ts";
import { SecretSession } from "./secret-session.ts";

/** Errors for an object that has been removed in the meantime. */
const vanished = /\.(NoSuchObject|UnknownObject|UnknownMethod)$/;

export interface Attributes {
  readonly service: string;
  readonly username: string;
}

/** May include other programs' items that have additional attributes. */
interface Found {
  readonly items: readonly string[];
  readonly locked: readonly string[];
}

interface Candidate {
  readonly item: string;
  readonly isExact: boolean;
  /** In seconds since 1970. */
  readonly modified: bigint;
}

export interface Removal {
  readonly isRemoved: boolean;
  /** The number of other programs' items with the same attributes. */
  readonly remaining: number;
}

export class OpenSecretService {
  readonly #connection: BusConnection;
  #session: Promise<SecretSession> | undefined;

  private constructor(connection: BusConnection) {
    this.#connection = connection;
  }

  static async open(signal: AbortSignal): Promise<OpenSecretService> {
    return new OpenSecretService(await BusConnection.open(signal));
  }

  close(): void {
    this.#connection.close();
  }

  async read(attributes: Attributes, signal: AbortSignal): Promise<string | null> {
    const [item, session] = await this.#findInSession(attributes, signal);
    return item === undefined ? null : this.#secretOf(item, session, signal);
  }

  async write(attributes: Attributes, password: string, signal: AbortSignal): Promise<void> {
    const [item, session] = await this.#findInSession(attributes, signal);
    const secret = session.seal(password);
    if (item === undefined) return this.#create(attributes, secret, signal);
    await this.#call(signal, busObject("Item", item), "SetSecret", "(oayays)", secret);
  }

  /** @param isOurs - Checks the secret of an item that has additional attributes. */
  async remove(
    attributes: Attributes,
    isOurs: (secret: string) => boolean,
    signal: AbortSignal,
  ): Promise<Removal> {
    const { items, locked } = await this.#search(attributes, signal);
    if (items.length === 0) return { isRemoved: false, remaining: 0 };
    await this.#unlockAll(locked, signal);
    const [only] = items;
    if (items.length === 1 && only !== undefined)
      return { isRemoved: await this.#delete(only, signal), remaining: 0 };
    const session = await (this.#session ??= this.#openSession(signal));
    let removal: Removal = { isRemoved: false, remaining: 0 };
    for (const { item, isExact } of await this.#candidates(items, attributes, signal)) {
      if (isExact || isOurs(await this.#secretOf(item, session, signal))) {
        const isRemoved = await this.#delete(item, signal);
        removal = { ...removal, isRemoved: isRemoved || removal.isRemoved };
      } else removal = { ...removal, remaining: removal.remaining + 1 };
    }
    return removal;
  }

  async #delete(item: string, signal: AbortSignal): Promise<boolean> {
    try {
      const [prompt] = await this.#call(signal, busObject("Item", item), "Delete");
      await this.#answered(readObjectPath(prompt), signal);
      return true;
    } catch (error) {
      if (error instanceof BusError && vanished.test(error.code)) return false;
      throw error;
    }
  }

  async #secretOf(item: string, session: SecretSession, signal: AbortSignal): Promise<string> {
    const answered = this.#call(signal, busObject("Item", item), "GetSecret", "o", session.path);
    // Computes the key while the service is fetching the secret.
    void session.key;
    const [secret] = await answered;
    return session.open(secret);
  }

  /** Returns `false` if there is no collection. */
  async isLocked(signal: AbortSignal): Promise<boolean> {
    const collection = await this.#defaultCollection(signal);
    if (collection === noObject) return false;
    return (await this.#property(busObject("Collection", collection), "Locked", signal)) === true;
  }

  async #property(of: BusObject, name: string, signal: AbortSignal): Promise<BusValue> {
    const properties = { ...of, interface: "org.freedesktop.DBus.Properties" };
    const [value] = await this.#call(signal, properties, "Get", "ss", of.interface, name);
    if (value instanceof Variant) return value.value;
    throw unexpectedReply();
  }

  #call(
    signal: AbortSignal,
    on: BusObject,
    member: string,
    signature?: string,
    ...body: readonly BusValue[]
  ): Promise<readonly BusValue[]> {
    return this.#connection.call({ ...on, member, signature, body }, signal);
  }

  async #defaultCollection(signal: AbortSignal): Promise<string> {
    const [collection] = await this.#call(signal, secrets, "ReadAlias", "s", "default");
    return readObjectPath(collection);
  }

  async #create(attributes: Attributes, secret: BusValue, signal: AbortSignal): Promise<void> {
    const collection = await this.#defaultCollection(signal);
    if (collection === noObject) throw new Error("The Secret Service has no default collection.");
    await this.#unlock([collection], signal);
    const properties = [
      [itemProperty("Label"), new Variant("s", `keyring:${attributes.username}@${attributes.service}`)],
      [itemProperty("Attributes"), new Variant("a{ss}", Object.entries(attributes))],
    ];
    const into = busObject("Collection", collection);
    const signature = "a{sv}(oayays)b";
    const [, prompt] = await this.#call(signal, into, "CreateItem", signature, properties, secret, true);
    await this.#answered(readObjectPath(prompt), signal);
  }

  /** Opens the session in parallel, because computing the key takes time. */
  async #findInSession(
    attributes: Attributes,
    signal: AbortSignal,
  ): Promise<[string | undefined, SecretSession]> {
    const searched = this.#search(attributes, signal);
    this.#session ??= this.#openSession(signal);
    const [{ items, locked }, session] = await Promise.all([searched, this.#session]);
    await this.#unlockAll(locked, signal);
    return [await this.#choose(items, attributes, signal), session];
  }

  async #openSession(signal: AbortSignal): Promise<SecretSession> {
    try {
      return await SecretSession.open(this.#connection, signal);
    } catch (error) {
      this.close();
      throw error;
    }
  }

  async #search(attributes: Attributes, signal: AbortSignal): Promise<Found> {
    const pairs = Object.entries(attributes);
    const [unlocked, locked] = await this.#call(signal, secrets, "SearchItems", "a{ss}", pairs);
    return {
      items: [...readObjectPaths(unlocked), ...readObjectPaths(locked)],
      locked: readObjectPaths(locked),
    };
  }

  /** Prefers an exact match, then the most recently modified item. */
  async #choose(
    items: readonly string[],
    attributes: Attributes,
    signal: AbortSignal,
  ): Promise<string | undefined> {
    if (items.length < 2) return items[0];
    const candidates = await this.#candidates(items, attributes, signal);
    return candidates[0]?.item;
  }

  async #candidates(
    items: readonly string[],
    attributes: Attributes,
    signal: AbortSignal,
  ): Promise<Candidate[]> {
    const names = Object.keys(attributes);
    const candidates = await Promise.all(
      items.map(async (item): Promise<Candidate> => {
        const [pairs, modified] = await Promise.all([
          this.#property(busObject("Item", item), "Attributes", signal),
          this.#property(busObject("Item", item), "Modified", signal),
        ]);
        // gnome-keyring adds this attribute to every item.
        const others = namesIn(pairs).filter((name) => !names.includes(name) && name !== "xdg:schema");
        return { item, isExact: others.length === 0, modified: BigInt(modified as bigint | number) };
      }),
    );
    return candidates.toSorted(
      (one, other) => Number(other.isExact) - Number(one.isExact) || (other.modified > one.modified ? 1 : -1),
    );
  }

  async #unlockAll(locked: readonly string[], signal: AbortSignal): Promise<void> {
    if (locked.length > 0) await this.#unlock(locked, signal);
  }

  async #unlock(objects: readonly string[], signal: AbortSignal): Promise<void> {
    const [, prompt] = await this.#call(signal, secrets, "Unlock", "ao", objects);
    await this.#answered(readObjectPath(prompt), signal);
  }

  /** Closes the dialog if the signal is aborted. */
  async #answered(path: string, signal: AbortSignal): Promise<void> {
    if (path === noObject) return;
    const prompt = busObject("Prompt", path);
    try {
      const [dismissed] = await this.#connection.nextSignal(
        { path, interface: prompt.interface, member: "Completed" },
        () => this.#call(signal, prompt, "Prompt", "s", ""),
        signal,
      );
      if (dismissed === true) throw new Error("The dialog to unlock the keychain (prompt) was dismissed.");
    } catch (error) {
      if (signal.aborted) this.#connection.notify({ ...prompt, member: "Dismiss" });
      throw error;
    }
  }
}

function namesIn(pairs: BusValue): readonly string[] {
  if (Array.isArray(pairs)) return (pairs as readonly (readonly [string, BusValue])[]).map(([name]) => name);
  throw unexpectedReply();
}
