import { optional } from "../../core/check/readers.ts";
import type { Snowflake } from "../../wire/snowflake.ts";
import { readApplication } from "../player/input.ts";
import type { EmulatorApplication } from "../state/application.ts";

/** What a `Client` needs to talk to an emulator. */
export interface EmulatorOptionsForClient {
  readonly applicationId: Snowflake;
  readonly apiBase: string;
  readonly webBase: string;
}

/** What a `CommandsClient` or an `ApiClient` needs to talk to an emulator. */
export interface EmulatorOptionsForCommands {
  readonly applicationId: Snowflake;
  /** Holds a secret; a getter, so that printing it shows none. */
  readonly credential: { readonly botToken: string };
  readonly apiBase: string;
}

/** What `createInteractionHandler` needs to answer interactions of an emulator. */
export interface EmulatorOptionsForHandler {
  readonly publicKey: string;
  readonly apiBase: string;
}

/** What everything that talks to an emulator is made with: options to spread, so that nothing reaches the real service. */
export interface ConnectionOptions {
  /**
   * For `new Client({ ...emulator.clientOptions(), store })`.
   *
   * @param application - default: the first one.
   */
  clientOptions(application?: EmulatorApplication): EmulatorOptionsForClient;
  /** For `new CommandsClient(emulator.commandsOptions())`, as the application's bot. */
  commandsOptions(application?: EmulatorApplication): EmulatorOptionsForCommands;
  /** For `createInteractionHandler({ ...emulator.handlerOptions(), commands })`: slow answers and follow-ups come here too. */
  handlerOptions(application?: EmulatorApplication): EmulatorOptionsForHandler;
}

const readOne = optional(readApplication);

/** What is connected to. */
interface Connected {
  readonly application: EmulatorApplication;
  readonly apiBase: string;
  readonly webBase: string;
}

/** The options that lead to a service, for its first application where none is named. */
export function createConnectionOptions({
  application: first,
  apiBase,
  webBase,
}: Connected): ConnectionOptions {
  const chosen = (application?: EmulatorApplication): EmulatorApplication =>
    readOne(application, "application") ?? first;
  return {
    clientOptions: (application) => ({ applicationId: chosen(application).id, apiBase, webBase }),
    commandsOptions(application) {
      const one = chosen(application);
      return {
        applicationId: one.id,
        credential: {
          get botToken() {
            return one.botToken;
          },
        },
        apiBase,
      };
    },
    handlerOptions: (application) => ({ publicKey: chosen(application).publicKey, apiBase }),
  };
}
