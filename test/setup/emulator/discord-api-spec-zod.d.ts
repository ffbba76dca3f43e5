/** The schemas of the published description, which come without types. */
declare module "discord-api-spec/zod" {
  interface Schema {
    /** What the description knows of `value`. @throws an error that names each field that is missing or wrong. */
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
