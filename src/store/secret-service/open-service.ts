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

/** The result of a search: at most one item, which may be locked. */
interface Found {
  readonly item: string | undefined;
  readonly locked: readonly string[];
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
    if (item === undefined) return null;
    const answered = this.#call(signal, object("Item", item), "GetSecret", "o", session.path);
    // Worked out while the service looks for the secret.
    void session.key;
    const [secret] = await answered;
    return session.open(secret);
  }

  async write(attributes: Attributes, password: string, signal: AbortSignal): Promise<void> {
    const [item, session] = await this.#findInSession(attributes, signal);
    const secret = session.seal(password);
    if (item === undefined) return this.#create(attributes, secret, signal);
    await this.#call(signal, object("Item", item), "SetSecret", "(oayays)", secret);
  }

  async remove(attributes: Attributes, signal: AbortSignal): Promise<boolean> {
    const item = await this.#find(attributes, signal);
    if (item === undefined) return false;
    try {
      const [prompt] = await this.#call(signal, object("Item", item), "Delete");
      await this.#answered(pathIn(prompt), signal);
      return true;
    } catch (error) {
      if (error instanceof BusError && vanished.test(error.code)) return false;
      throw error;
    }
  }

  /** Whether the collection that items are written to is locked; false where there is none. */
  async isLocked(signal: AbortSignal): Promise<boolean> {
    const collection = await this.#defaultCollection(signal);
    if (collection === noObject) return false;
    const of = object("Collection", collection);
    const properties = { ...of, interface: "org.freedesktop.DBus.Properties" };
    const [locked] = await this.#call(signal, properties, "Get", "ss", of.interface, "Locked");
    if (locked instanceof Variant) return locked.value === true;
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
    const [found, session] = await Promise.all([searched, this.#session]);
    return [await this.#unlocked(found, signal), session];
  }

  async #openSession(signal: AbortSignal): Promise<SecretSession> {
    try {
      return await SecretSession.open(this.#connection, signal);
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** The item with these attributes, unlocked. */
  async #find(attributes: Attributes, signal: AbortSignal): Promise<string | undefined> {
    return this.#unlocked(await this.#search(attributes, signal), signal);
  }

  async #search(attributes: Attributes, signal: AbortSignal): Promise<Found> {
    const pairs = Object.entries(attributes);
    const [unlocked, locked] = await this.#call(signal, secrets, "SearchItems", "a{ss}", pairs);
    const [item, ...others] = [...pathsIn(unlocked), ...pathsIn(locked)];
    if (others.length > 0) throw new Error("More than one item in the keychain has this name.");
    return { item, locked: pathsIn(locked) };
  }

  async #unlocked({ item, locked }: Found, signal: AbortSignal): Promise<string | undefined> {
    if (locked.length > 0) await this.#unlock(locked, signal);
    return item;
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
