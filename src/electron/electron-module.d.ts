/** Provided by Electron at run time. Its own types are not installed; `electron-api.ts` declares the parts that are used. */
declare module "electron" {
  const electron: object;
  export { electron as default };
}
