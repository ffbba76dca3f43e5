import { RpcErrorCode } from "../../../wire/desktop-client.ts";

/** What the client refuses a command with. */
export class RpcRefusal extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** In the service's words, which the client passes on. */
export function oauthRefusal(error: string, description: string): RpcRefusal {
  return new RpcRefusal(RpcErrorCode.OAuth2Error, `OAuth2 Error: ${error}: ${description}`);
}

/** A mistake of the emulator's own ends no more than the command. */
export function describeRefusal(error: unknown): { readonly code: number; readonly message: string } {
  return error instanceof RpcRefusal
    ? { code: error.code, message: error.message }
    : { code: RpcErrorCode.UnknownError, message: "Unknown Error" };
}
