/** The same types as `discord-api-spec/zod`, the only module for which the package declares types. */
declare module "discord-api-spec/preview/zod" {
  export * from "discord-api-spec/zod";
}
