// The player's account: all that the game does with Discord. It shows nothing itself.
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

/** Enough for the player's name and rich presence; the player sees them on Discord's page. */
const scopes = Client.GetDefaultPresenceScopes();

export class Account {
  readonly #client: Client;
  #session: Session | undefined;
  #guest: GuestIdentity | undefined;
  /** Whether the tokens outlive the game. */
  readonly isKept: boolean;

  private constructor(client: Client, isKept: boolean) {
    this.#client = client;
    this.isKept = isKept;
  }

  /**
   * @param options - a `store` takes the place of the keychain, in tests.
   * @param folder - of this player alone; gets the log, for the players who ask for help.
   */
  static async open(options: ClientOptions, folder: string): Promise<Account> {
    const store = options.store ?? (await chooseStore());
    const client = new Client({ ...options, page, store });
    client.SetLogDir(folder, LoggingSeverity.Info);
    return new Account(client, store.name === "keychain");
  }

  /** The name of the player who is signed in. */
  get name(): string | undefined {
    return this.#session?.player?.name;
  }

  get isSignedIn(): boolean {
    return this.#session !== undefined;
  }

  get isGuest(): boolean {
    return this.#guest !== undefined;
  }

  /** Signs the player of the last start in again. It needs no connection: the name was stored with the tokens. */
  async restore(): Promise<boolean> {
    this.#session = await this.#client.restoreSession();
    return this.isSignedIn;
  }

  /** Asks Discord for the name of today. False when the player is no longer signed in. */
  async refresh(): Promise<boolean> {
    try {
      await this.#session?.user();
    } catch (error) {
      if (!isClientError(error)) throw error;
      // Without a connection the game goes on with what it knows.
      if (error.code === "session_ended") this.#session = undefined;
    }
    return this.isSignedIn;
  }

  /**
   * Signs the player in, in the browser. A guest becomes this player, and keeps what they have.
   *
   * @param onAddress - called with the address of Discord's page, for players whose browser does not open.
   */
  async signIn(onAddress: (address: string) => void): Promise<void> {
    this.#session = await this.#client.signIn({ scopes, guest: this.#guest, onAuthorizeUrl: onAddress });
    this.#guest = undefined;
  }

  /** The same on the player's phone. `onPrompt` shows the code. */
  async signInOnPhone(onPrompt: (prompt: DevicePrompt) => void): Promise<void> {
    this.#session = await this.#client.signIn({ scopes, guest: this.#guest, redirect: "device", onPrompt });
    this.#guest = undefined;
  }

  /** Ends the sign-in that waits for the player. */
  cancel(): void {
    this.#client.AbortAuthorize();
  }

  /** Lets somebody without a Discord account play, who is known elsewhere: to Steam, or to a server of the game's own. */
  async playAsGuest(guest: GuestIdentity): Promise<void> {
    const id = this.#client.GetApplicationId() ?? "";
    const { externalAuthType, externalAuthToken } = guest;
    const tokens = await this.#client.GetProvisionalToken(id, externalAuthType, externalAuthToken);
    await this.#client.UpdateToken(tokens.tokenType, tokens.accessToken);
    this.#guest = guest;
  }

  /** Ends the tokens, also those of a guest. The player is signed out here even where Discord cannot be told. */
  async signOut(): Promise<void> {
    this.#session = undefined;
    this.#guest = undefined;
    await this.#client.signOut();
  }

  /** To be called when the game ends. */
  async close(): Promise<void> {
    await this.#client.close();
  }
}

/** The system's keychain; memory where there is none, so that the game can be played until it ends. */
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
