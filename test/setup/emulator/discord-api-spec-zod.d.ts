/** The published description's schemas, for which the package has no types. */
declare module "discord-api-spec/zod" {
  interface Schema {
    /** Returns the described fields of `value`. @throws an error that lists each missing or invalid field. */
    parse(value: unknown): object;
  }
  export const ApplicationResponseSchema: Schema;
  export const MyGuildResponseSchema: Schema;
  export const OAuth2GetAuthorizationResponseSchema: Schema;
  export const OAuth2GetOpenIDConnectUserInfoResponseSchema: Schema;
  export const PrivateApplicationResponseSchema: Schema;
  export const ProvisionalTokenResponseSchema: Schema;
  export const UserPIIResponseSchema: Schema;
  export const UserResponseSchema: Schema;
}
