/** As Vite gives it to a page. */
interface ImportMeta {
  readonly env: { readonly VITE_APPLICATION_ID: string };
}
