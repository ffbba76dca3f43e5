// What the page can do: it gets no token, and no other channel.
const { contextBridge, ipcRenderer } = require("electron");

contextBridge.exposeInMainWorld("game", {
  restore: () => ipcRenderer.invoke("restore"),
  signIn: () => ipcRenderer.invoke("sign-in"),
  cancel: () => ipcRenderer.invoke("cancel"),
  signOut: () => ipcRenderer.invoke("sign-out"),
});
