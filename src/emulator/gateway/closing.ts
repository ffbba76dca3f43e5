import { GatewayCloseCode } from "../../wire/gateway.ts";

/** What the service says beside each code. */
const reasons: Readonly<Record<GatewayCloseCode, string>> = {
  [GatewayCloseCode.UnknownError]: "Unknown error.",
  [GatewayCloseCode.UnknownOpcode]: "Unknown opcode.",
  [GatewayCloseCode.DecodeError]: "Error while decoding payload.",
  [GatewayCloseCode.NotAuthenticated]: "Not authenticated.",
  [GatewayCloseCode.AuthenticationFailed]: "Authentication failed.",
  [GatewayCloseCode.AlreadyAuthenticated]: "Already authenticated.",
  [GatewayCloseCode.InvalidSeq]: "Invalid seq.",
  [GatewayCloseCode.RateLimited]: "Rate limited.",
  [GatewayCloseCode.SessionTimedOut]: "Session timed out.",
  [GatewayCloseCode.InvalidShard]: "Invalid shard.",
  [GatewayCloseCode.InvalidApiVersion]: "Invalid API version.",
  [GatewayCloseCode.InvalidIntents]: "Invalid intent(s).",
  [GatewayCloseCode.DisallowedIntents]: "Disallowed intent(s).",
};

/** The connection ends, for what the bot has sent. */
export class Closing extends Error {
  readonly code: GatewayCloseCode;

  constructor(code: GatewayCloseCode, reason: string = reasons[code]) {
    super(reason);
    this.code = code;
  }
}
