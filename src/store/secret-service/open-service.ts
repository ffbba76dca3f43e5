import { BusConnection, BusError } from "../dbus/connection.ts";
import { Variant, type Value } from "../dbus/marshal.ts";
import {
  type BusObject,
  noObject,
  object,
  itemProperty,
  pathIn,
  pathsIn,
  secrets,
  strangeAnswer,
} from "./objects.ts";
import { SecretSession } from "./secret-session.ts";

/** Objects that were there when they were asked for may be gone when they are used. */
const vanished = /\.(NoSuchObject|UnknownObject|UnknownMethod)$/;

/** The attributes by which a keychain finds its items. */
export interface Attributes {
  readonly service: string;
  readonly username: string;
}

/** The result of a search. Other programs may have items with the same attributes, and more. */
interface Found {
  readonly items: readonly string[];
  readonly locked: readonly string[];
}

/** An item with the attributes of a search, and perhaps more. */
interface Candidate {
  readonly item: string;
  /** Whether it has no other attributes. */
  readonly isExact: boolean;
  /** Seconds since 1970. */
  readonly modified: bigint;
}

/** The result of {@link OpenSecretService.remove}. */
export interface Removal {
  readonly isRemoved: boolean;
  /** The number of items with the same attributes that belong to other programs. */
  readonly left: number;
}

/** The service, and a session with it where secrets are to be told, for as long as both last. */
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
    await this.#call(signal, object("Item", item), "SetSecret", "(oayays)", secret);
  }

  /**
   * Deletes the items with exactly these attributes, and those whose secret is one of ours.
   *
   * @param isOurs - decides about the secret of an item with further attributes.
   */
  async remove(
    attributes: Attributes,
    isOurs: (secret: string) => boolean,
    signal: AbortSignal,
  ): Promise<Removal> {
    const { items, locked } = await this.#search(attributes, signal);
    if (items.length === 0) return { isRemoved: false, left: 0 };
    await this.#unlockAll(locked, signal);
    const [only] = items;
    if (items.length === 1 && only !== undefined)
      return { isRemoved: await this.#delete(only, signal), left: 0 };
    const session = await (this.#session ??= this.#openSession(signal));
    let removal: Removal = { isRemoved: false, left: 0 };
    for (const { item, isExact } of await this.#candidates(items, attributes, signal)) {
      if (isExact || isOurs(await this.#secretOf(item, session, signal))) {
        const isRemoved = await this.#delete(item, signal);
        removal = { ...removal, isRemoved: isRemoved || removal.isRemoved };
      } else removal = { ...removal, left: removal.left + 1 };
    }
    return removal;
  }

  async #delete(item: string, signal: AbortSignal): Promise<boolean> {
    try {
      const [prompt] = await this.#call(signal, object("Item", item), "Delete");
      await this.#answered(pathIn(prompt), signal);
      return true;
    } catch (error) {
      if (error instanceof BusError && vanished.test(error.code)) return false;
      throw error;
    }
  }

  async #secretOf(item: string, session: SecretSession, signal: AbortSignal): Promise<string> {
    const answered = this.#call(signal, object("Item", item), "GetSecret", "o", session.path);
    // Worked out while the service looks for the secret.
    void session.key;
    const [secret] = await answered;
    return session.open(secret);
  }

  /** Whether the collection that items are written to is locked; false where there is none. */
  async isLocked(signal: AbortSignal): Promise<boolean> {
    const collection = await this.#defaultCollection(signal);
    if (collection === noObject) return false;
    return (await this.#property(object("Collection", collection), "Locked", signal)) === true;
  }

  async #property(of: BusObject, name: string, signal: AbortSignal): Promise<Value> {
    const properties = { ...of, interface: "org.freedesktop.DBus.Properties" };
    const [value] = await this.#call(signal, properties, "Get", "ss", of.interface, name);
    if (value instanceof Variant) return value.value;
    throw strangeAnswer();
  }

  #call(
    signal: AbortSignal,
    on: BusObject,
    member: string,
    signature?: string,
    ...body: readonly Value[]
  ): Promise<readonly Value[]> {
    return this.#connection.call({ ...on, member, signature, body }, signal);
  }

  async #defaultCollection(signal: AbortSignal): Promise<string> {
    const [collection] = await this.#call(signal, secrets, "ReadAlias", "s", "default");
    return pathIn(collection);
  }

  async #create(attributes: Attributes, secret: Value, signal: AbortSignal): Promise<void> {
    const collection = await this.#defaultCollection(signal);
    if (collection === noObject)
      throw new Error("The Secret Service has no result for the default collection.");
    await this.#unlock([collection], signal);
    const properties = [
      [itemProperty("Label"), new Variant("s", `keyring:${attributes.username}@${attributes.service}`)],
      [itemProperty("Attributes"), new Variant("a{ss}", Object.entries(attributes))],
    ];
    const into = object("Collection", collection);
    const signature = "a{sv}(oayays)b";
    const [, prompt] = await this.#call(signal, into, "CreateItem", signature, properties, secret, true);
    await this.#answered(pathIn(prompt), signal);
  }

  /** The item with these attributes, unlocked, and the session: opened while the service searches, since our key takes a while too. */
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
    return { items: [...pathsIn(unlocked), ...pathsIn(locked)], locked: pathsIn(locked) };
  }

  /** The item with exactly these attributes, else the one that was changed last. */
  async #choose(
    items: readonly string[],
    attributes: Attributes,
    signal: AbortSignal,
  ): Promise<string | undefined> {
    if (items.length < 2) return items[0];
    const candidates = await this.#candidates(items, attributes, signal);
    return candidates[0]?.item;
  }

  /** The best item first. */
  async #candidates(
    items: readonly string[],
    attributes: Attributes,
    signal: AbortSignal,
  ): Promise<Candidate[]> {
    const names = Object.keys(attributes);
    const candidates = await Promise.all(
      items.map(async (item): Promise<Candidate> => {
        const [pairs, modified] = await Promise.all([
          this.#property(object("Item", item), "Attributes", signal),
          this.#property(object("Item", item), "Modified", signal),
        ]);
        // gnome-keyring adds its schema to every item.
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
    await this.#answered(pathIn(prompt), signal);
  }

  /** Resolves when the player has said yes to the dialog that the service asks for. Closes the dialog when the caller gives up. */
  async #answered(path: string, signal: AbortSignal): Promise<void> {
    if (path === noObject) return;
    const prompt = object("Prompt", path);
    try {
      const [dismissed] = await this.#connection.nextSignal(
        { path, interface: prompt.interface, member: "Completed" },
        () => this.#call(signal, prompt, "Prompt", "s", ""),
        signal,
      );
      if (dismissed === true)
        throw new Error("The dialog that asks to unlock the keychain (prompt) was dismissed.");
    } catch (error) {
      if (signal.aborted) this.#connection.notify({ ...prompt, member: "Dismiss" });
      throw error;
    }
  }
}

/** The names in a dictionary. @throws Error for anything else. */
function namesIn(pairs: Value): readonly string[] {
  if (Array.isArray(pairs)) return (pairs as readonly (readonly [string, Value])[]).map(([name]) => name);
  throw strangeAnswer();
}
