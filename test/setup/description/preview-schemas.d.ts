/** The package declares no types for its schemas, which the tests find by name. */
declare module "discord-api-spec/zod" {}
declare module "discord-api-spec/preview/zod" {}
