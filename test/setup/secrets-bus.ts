import {
  createCipheriv,
  createDecipheriv,
  type DiffieHellmanGroup,
  getDiffieHellman,
  hkdfSync,
} from "node:crypto";
import { Variant, type BusValue } from "../../src/store/dbus/marshal.ts";
import { startBus, type BusMethods } from "./session-bus.ts";

interface Item {
  secret: string;
  locked: boolean;
  /** Attributes in addition to those searched for. */
  readonly more?: Readonly<Record<string, string>>;
  /** Seconds since 1970. */
  readonly modified?: number;
}

/** How the player reacts to the service's dialogs. If `undefined`, no dialog is shown. */
type Dialog = "completed" | "dismissed" | "unanswered" | undefined;

const prompt = "/org/freedesktop/secrets/prompt/p1";
const iv = Buffer.alloc(16, 7);
/** Shared, because checking the group's prime takes 40 ms. */
let ours: DiffieHellmanGroup | undefined;

/** Starts a Secret Service on its own bus, with an independent implementation of the encryption (Node's second Oakley group). */
export async function startSecrets() {
  const service = {
    /** The stored items, by their attributes as JSON. */
    items: new Map<string, Item[]>(),
    collection: "/org/freedesktop/secrets/collection/login",
    locked: false,
    dialog: undefined as Dialog,
    sessions: 0,
    bus: await startBus(),
    keep(attributes: object, ...items: Item[]): void {
      service.items.set(JSON.stringify(attributes), items);
    },
    async [Symbol.asyncDispose](): Promise<void> {
      await service.bus[Symbol.asyncDispose]();
    },
  };
  /** Keyed by session, because several processes may use the service. */
  const keys = new Map<unknown, Buffer>();
  /** All items in the order of their paths, which deletions do not change. */
  const known: Item[] = [];
  const pathOf = (item: Item) => {
    if (!known.includes(item)) known.push(item);
    return `/item/${known.indexOf(item)}`;
  };
  const itemAt = (path = ""): Item =>
    known[Number(path.slice("/item/".length))] ?? { secret: "", locked: false };
  const nameOf = (item: Item) => [...service.items].find(([, items]) => items.includes(item))?.[0];
  const propertiesOf = (item: Item) => ({
    Attributes: new Variant("a{ss}", Object.entries({ ...JSON.parse(nameOf(item) ?? "{}"), ...item.more })),
    // A real service sends 64 bits, which our encoder does not support.
    Modified: new Variant("u", item.modified ?? 0),
  });
  const attributesIn = (pairs: BusValue | undefined) =>
    JSON.stringify(Object.fromEntries(pairs as [string, string][]));
  const promptPath = () => (service.dialog === undefined ? "/" : prompt);

  function opened(sealed: BusValue | undefined): string {
    const [session, vector, value] = sealed as [string, Uint8Array, Uint8Array];
    const opening = createDecipheriv("aes-128-cbc", keys.get(session) ?? iv, vector);
    return Buffer.concat([opening.update(value), opening.final()]).toString();
  }

  const methods: BusMethods = {
    OpenSession({ body: [, theirs] }) {
      ours ??= getDiffieHellman("modp2");
      const publicKey = ours.generateKeys();
      const shared = ours.computeSecret((theirs as Variant).value as Uint8Array);
      const session = `/org/freedesktop/secrets/session/s${++service.sessions}`;
      keys.set(session, Buffer.from(hkdfSync("sha256", shared, "", "", 16)));
      return { signature: "vo", body: [new Variant("ay", publicKey), session] };
    },
    SearchItems({ body: [attributes] }) {
      const found = service.items.get(attributesIn(attributes)) ?? [];
      const paths = (locked: boolean) => found.filter((item) => item.locked === locked).map(pathOf);
      return { signature: "aoao", body: [paths(false), paths(true)] };
    },
    GetSecret({ path, body: [session = ""] }) {
      const sealing = createCipheriv("aes-128-cbc", keys.get(session) ?? iv, iv);
      const value = Buffer.concat([sealing.update(itemAt(path).secret), sealing.final()]);
      return { signature: "(oayays)", body: [[session, iv, value, "text/plain"]] };
    },
    SetSecret({ path, body: [secret] }) {
      itemAt(path).secret = opened(secret);
      return {};
    },
    ReadAlias: () => ({ signature: "o", body: [service.collection] }),
    Get: ({ path, body: [, property] }) => {
      const properties = { Locked: new Variant("b", service.locked), ...propertiesOf(itemAt(path)) };
      const value = properties[property as keyof typeof properties];
      return value
        ? { signature: "v", body: [value] }
        : { errorName: "org.freedesktop.DBus.Error.UnknownProperty" };
    },
    Unlock({ body: [objects] }) {
      if (service.dialog === undefined || service.dialog === "completed")
        for (const path of objects as string[]) itemAt(path).locked = false;
      return { signature: "aoo", body: [objects as BusValue, promptPath()] };
    },
    CreateItem({ body: [properties, secret] }) {
      const [, attributes] = properties as [string, Variant][];
      service.items.set(attributesIn(attributes?.[1].value), [{ secret: opened(secret), locked: false }]);
      return { signature: "oo", body: ["/item/0", "/"] };
    },
    Delete({ path }) {
      const item = itemAt(path);
      const name = nameOf(item);
      if (name === undefined) return { errorName: "org.freedesktop.Secret.Error.NoSuchObject" };
      const remaining = service.items.get(name)?.filter((other) => other !== item) ?? [];
      if (remaining.length > 0) service.items.set(name, remaining);
      else service.items.delete(name);
      return { signature: "o", body: [promptPath()] };
    },
    Prompt() {
      const source = { path: prompt, interface: "org.freedesktop.Secret.Prompt", member: "Completed" };
      if (service.dialog !== "unanswered")
        service.bus.signal(source, "bv", [service.dialog === "dismissed", new Variant("s", "")]);
      return {};
    },
    Dismiss: () => ({}),
  };
  Object.assign(service.bus.methods, methods);
  return service;
}
