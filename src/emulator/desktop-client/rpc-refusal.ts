import { RpcErrorCode } from "../../wire/desktop-client.ts";

/** What the desktop client refuses a command with. */
export class RpcRefusal extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** In the service's words, which the desktop client passes on. */
export function oauthRefusal(error: string, description: string): RpcRefusal {
  return new RpcRefusal(RpcErrorCode.OAuth2Error, `OAuth2 Error: ${error}: ${description}`);
}
