export * from "./both-entries.ts";
export { createInteractionHandler, defineCommand, entryPoint } from "./checked.ts";
