/** Same types as `discord-api-spec/zod`; the package declares types only there. */
declare module "discord-api-spec/preview/zod" {
  export * from "discord-api-spec/zod";
}
