/** The package has no types. This file declares only the exports that the emulator uses. */
declare module "oidc-provider" {
  // oxlint-disable-next-line typescript/consistent-type-imports -- a module declaration cannot use a relative import
  type Used = import("./oidc-provider.ts").OidcProviderModule;
  export const Provider: Used["Provider"];
  export const errors: Used["errors"];
  export const interactionPolicy: Used["interactionPolicy"];
}
