import { DiscordProxy } from "@robojs/patch";
import { defineConfig } from "vite";

export default defineConfig({ plugins: [DiscordProxy.Vite()], server: { allowedHosts: true } });
