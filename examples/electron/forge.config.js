// For Electron Forge instead of electron-builder:
// npm install --save-dev @electron-forge/cli @electron-forge/plugin-fuses @electron/fuses
import { FusesPlugin } from "@electron-forge/plugin-fuses";
import { FuseV1Options, FuseVersion } from "@electron/fuses";

export default {
  packagerConfig: {
    // The operating system loads these files, so they cannot be inside the archive.
    asar: { unpack: "**/{*.node,redirect-opener*}" },
    ignore: [/^\/(?:src|test|dist)\//, /^\/[^/]+\.(?:ts|yml)$/],
    protocols: [{ name: "Example Game", schemes: ["com.example.game"] }],
  },
  plugins: [
    new FusesPlugin({
      version: FuseVersion.V1,
      [FuseV1Options.RunAsNode]: false,
      [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
      [FuseV1Options.EnableNodeCliInspectArguments]: false,
      [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: true,
      [FuseV1Options.OnlyLoadAppFromAsar]: true,
    }),
  ],
};
