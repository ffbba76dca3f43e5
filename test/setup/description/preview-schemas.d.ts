/** Written as the schemas beside it; the package says only of those where their types are. */
declare module "discord-api-spec/preview/zod" {
  export * from "discord-api-spec/zod";
}
