/** The kinds of frames on the socket of the desktop client (Discord documentation, RPC; discord-userdoccers, RPC, "IPC"). */
export const FrameOpcode = {
  /** The first frame of a connection, from the game: version and application. */
  Handshake: 0,
  /** A command, its answer, or an event. */
  Frame: 1,
  /** The last frame: why the connection ends. */
  Close: 2,
  Ping: 3,
  Pong: 4,
} as const;
export type FrameOpcode = (typeof FrameOpcode)[keyof typeof FrameOpcode];

/** The version of the protocol that a handshake names. */
export const rpcVersion = 1;

/** The event by which the player asks a running game to link the account; it has no data (discord-userdoccers, RPC). */
export const authorizeRequestEvent = "AUTHORIZE_REQUEST";

/** The desktop client listens at the first of so many sockets, `discord-ipc-0` to `discord-ipc-9`, that is free. */
export const desktopClientSockets = 10;

/** Why the client ends a connection (Discord documentation, Opcodes and Status Codes, "RPC Close Event Codes"). */
export const RpcCloseCode = {
  Normal: 1000,
  Unsupported: 1003,
  Abnormal: 1006,
  InvalidClientId: 4000,
  InvalidOrigin: 4001,
  /** More than two connections in a minute. */
  RateLimited: 4002,
  TokenRevoked: 4003,
  InvalidVersion: 4004,
  InvalidEncoding: 4005,
} as const;

/** Why the client refuses a command (Discord documentation, Opcodes and Status Codes, "RPC Error Codes"). */
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
  /** The message says which error of OAuth2: `OAuth2 Error: access_denied: …`. */
  OAuth2Error: 5000,
  PurchaseCanceled: 5008,
} as const;
