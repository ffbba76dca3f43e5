// The page's only access to the main process. It receives no token.
const { contextBridge, ipcRenderer } = require("electron");

contextBridge.exposeInMainWorld("game", {
  restore: () => ipcRenderer.invoke("restore"),
  signIn: () => ipcRenderer.invoke("sign-in"),
  cancel: () => ipcRenderer.invoke("cancel"),
  signOut: () => ipcRenderer.invoke("sign-out"),
});
