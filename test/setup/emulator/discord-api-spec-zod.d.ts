/** The published description's schemas, for which the package has no types. */
declare module "discord-api-spec/zod" {
  interface Schema {
    /** Returns the described fields of `value`. @throws an error that lists each missing or invalid field. */
    parse(value: unknown): object;
  }
  export const OAuth2GetOpenIDConnectUserInfoResponseSchema: Schema;
}
