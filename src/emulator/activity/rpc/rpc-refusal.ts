import { RpcErrorCode } from "../../../wire/desktop-client.ts";

/** Refuses a command, with an error code of the client. */
export class RpcRefusal extends Error {
  readonly code: number;

  constructor(name: keyof typeof RpcErrorCode, message: string) {
    super(message);
    this.code = RpcErrorCode[name];
  }
}

/** An error of the service, which the client passes on in the service's words. */
export function oauthRefusal(error: string, description: string): RpcRefusal {
  return new RpcRefusal("OAuth2Error", `OAuth2 Error: ${error}: ${description}`);
}

/** The data of an ERROR, and of a message that closes a connection. */
export interface RefusalData {
  readonly code: number;
  readonly message: string;
}

/** An error of the emulator itself fails only the command, without details. */
export function describeRefusal(error: unknown): RefusalData {
  return error instanceof RpcRefusal
    ? { code: error.code, message: error.message }
    : { code: RpcErrorCode.UnknownError, message: "Unknown Error" };
}
