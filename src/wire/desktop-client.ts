/** The opcodes of frames on the desktop client's socket (Discord documentation, RPC; discord-userdoccers, RPC, "IPC"). */
export const FrameOpcode = {
  /** The first frame, sent by the game: version and application. */
  Handshake: 0,
  Frame: 1,
  /** The last frame, with the reason for closing. */
  Close: 2,
  Ping: 3,
  Pong: 4,
} as const;
export type FrameOpcode = (typeof FrameOpcode)[keyof typeof FrameOpcode];

/** The protocol version in the handshake. */
export const rpcVersion = 1;

/**
 * Sent when the player requests account linking in the client while the game is running. The event has no data
 * (discord-userdoccers, RPC).
 */
export const authorizeRequestEvent = "AUTHORIZE_REQUEST";

/** The number of sockets, `discord-ipc-0` to `discord-ipc-9`. The desktop client listens on the first free one. */
export const desktopClientSockets = 10;

/** The client's close codes (Discord documentation, Opcodes and Status Codes, "RPC Close Event Codes"). */
export const RpcCloseCode = {
  Normal: 1000,
  Unsupported: 1003,
  Abnormal: 1006,
  InvalidClientId: 4000,
  InvalidOrigin: 4001,
  /** More than two connections within a minute. */
  RateLimited: 4002,
  TokenRevoked: 4003,
  InvalidVersion: 4004,
  InvalidEncoding: 4005,
} as const;

/** The client's error codes for rejected commands (Discord documentation, Opcodes and Status Codes, "RPC Error Codes"). */
export const RpcErrorCode = {
  UnknownError: 1000,
  InvalidPayload: 4000,
  InvalidCommand: 4002,
  InvalidGuild: 4003,
  InvalidEvent: 4004,
  InvalidChannel: 4005,
  InvalidPermissions: 4006,
  InvalidClientId: 4007,
  InvalidOrigin: 4008,
  InvalidToken: 4009,
  InvalidUser: 4010,
  /** The message contains the OAuth2 error: `OAuth2 Error: access_denied: …`. */
  OAuth2Error: 5000,
  PurchaseCanceled: 5008,
} as const;
