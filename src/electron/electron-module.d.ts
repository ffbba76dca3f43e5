/** Provided by Electron at run time. Its own types are not installed; `electron-api.ts` describes the parts in use. */
declare module "electron" {
  const electron: object;
  export { electron as default };
}
