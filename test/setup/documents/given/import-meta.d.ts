interface ImportMeta {
  readonly env: { readonly VITE_APPLICATION_ID: string };
}
