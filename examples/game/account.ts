// The player's account: all of the game's calls to Discord, without a user interface.
import {
  Client,
  type ClientOptions,
  type DevicePrompt,
  type GuestIdentity,
  isClientError,
  keychainTokenStore,
  LoggingSeverity,
  memoryTokenStore,
  type Session,
  type TokenStore,
} from "slashpass";
import { page } from "./page.ts";

/** The scopes that the player is asked to approve: name and rich presence. */
const scopes = Client.GetDefaultPresenceScopes();

export class Account {
  readonly #client: Client;
  #session: Session | undefined;
  #guest: GuestIdentity | undefined;
  /** Whether the tokens remain stored after the game exits. */
  readonly isKept: boolean;

  private constructor(client: Client, isKept: boolean) {
    this.#client = client;
    this.isKept = isKept;
  }

  /**
   * @param options - tests pass a `store` to replace the keychain.
   * @param folder - a private directory for the log, which players can send to support.
   */
  static async open(options: ClientOptions, folder: string): Promise<Account> {
    const store = options.store ?? (await chooseStore());
    const client = new Client({ ...options, page, store });
    client.SetLogDir(folder, LoggingSeverity.Info);
    return new Account(client, store.name === "keychain");
  }

  get name(): string | undefined {
    return this.#session?.player?.name;
  }

  get isSignedIn(): boolean {
    return this.#session !== undefined;
  }

  get isGuest(): boolean {
    return this.#guest !== undefined;
  }

  /** Restores the previous session. Works offline, because the name is stored with the tokens. */
  async restore(): Promise<boolean> {
    this.#session = await this.#client.restoreSession();
    return this.isSignedIn;
  }

  /** Updates the player's name. Returns false if the player is no longer signed in. */
  async refresh(): Promise<boolean> {
    try {
      await this.#session?.user();
    } catch (error) {
      if (!isClientError(error)) throw error;
      // When offline, the game keeps the stored name.
      if (error.code === "session_ended") this.#session = undefined;
    }
    return this.isSignedIn;
  }

  /**
   * Signs the player in with the browser. A guest becomes this player and keeps their progress.
   *
   * @param onAddress - called with the URL of Discord's page, for players whose browser does not open.
   */
  async signIn(onAddress: (address: string) => void): Promise<void> {
    this.#session = await this.#client.signIn({ scopes, guest: this.#guest, onAuthorizeUrl: onAddress });
    this.#guest = undefined;
  }

  /** Signs the player in on their phone. `onPrompt` shows the code. */
  async signInOnPhone(onPrompt: (prompt: DevicePrompt) => void): Promise<void> {
    this.#session = await this.#client.signIn({ scopes, guest: this.#guest, redirect: "device", onPrompt });
    this.#guest = undefined;
  }

  cancel(): void {
    this.#client.AbortAuthorize();
  }

  /** Signs in a player without a Discord account, using an identity from Steam or the game's own server, for example. */
  async playAsGuest(guest: GuestIdentity): Promise<void> {
    const id = this.#client.GetApplicationId() ?? "";
    const { externalAuthType, externalAuthToken } = guest;
    const tokens = await this.#client.GetProvisionalToken(id, externalAuthType, externalAuthToken);
    await this.#client.UpdateToken(tokens.tokenType, tokens.accessToken);
    this.#guest = guest;
  }

  /** Revokes the tokens, including a guest's. If Discord is unreachable, the player is signed out only on this machine. */
  async signOut(): Promise<void> {
    this.#session = undefined;
    this.#guest = undefined;
    await this.#client.signOut();
  }

  /** Must be called before the game exits. */
  async close(): Promise<void> {
    await this.#client.close();
  }
}

/** Falls back to memory if there is no keychain, so the game always runs. */
async function chooseStore(): Promise<TokenStore> {
  const keychain = keychainTokenStore({ service: "Lunar Rally" });
  try {
    await keychain.probe();
    return keychain;
  } catch (error) {
    if (!isClientError(error)) throw error;
    return memoryTokenStore();
  }
}
