export type { ActivityInstance } from "./activities.ts";
export type { EmulatorApplication, EmulatorApplicationInit } from "./application.ts";
export { type Emulator, type EmulatorOptions, startEmulator } from "./emulator.ts";
export type { Invocation, InvocationResult } from "./invoke.ts";
export type { PlayerAgent, PlayerAgentOptions } from "./player-agent.ts";
export type { Player } from "./players.ts";
export { ClientError, type ClientErrorInit, ErrorType, isClientError } from "../errors.ts";
export type { Snowflake, SnowflakeInput } from "../snowflake.ts";
