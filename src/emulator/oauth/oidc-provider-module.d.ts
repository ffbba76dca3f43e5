/** The package has no types. Declares only the exports that the emulator uses. */
declare module "oidc-provider" {
  // oxlint-disable-next-line typescript/consistent-type-imports -- such a declaration cannot import by a path.
  type Used = import("./oidc-provider.ts").OidcProviderModule;
  export const Provider: Used["Provider"];
  export const errors: Used["errors"];
  export const interactionPolicy: Used["interactionPolicy"];
}
