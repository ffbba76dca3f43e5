/** The same types as `discord-api-spec/zod`; the package declares types only for that module. */
declare module "discord-api-spec/preview/zod" {
  export * from "discord-api-spec/zod";
}
