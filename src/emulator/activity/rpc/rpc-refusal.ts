import { RpcErrorCode } from "../../../wire/desktop-client.ts";

export class RpcRefusal extends Error {
  readonly code: number;

  constructor(name: keyof typeof RpcErrorCode, message: string) {
    super(message);
    this.code = RpcErrorCode[name];
  }
}

export function oauthRefusal(error: string, description: string): RpcRefusal {
  return new RpcRefusal("OAuth2Error", `OAuth2 Error: ${error}: ${description}`);
}

export interface RefusalData {
  readonly code: number;
  readonly message: string;
}

/** Hides the details of the emulator's own errors. */
export function describeRefusal(error: unknown): RefusalData {
  return error instanceof RpcRefusal
    ? { code: error.code, message: error.message }
    : { code: RpcErrorCode.UnknownError, message: "Unknown Error" };
}
