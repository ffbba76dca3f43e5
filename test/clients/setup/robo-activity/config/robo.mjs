export default {
  clientOptions: { intents: [] },
  experimental: { disableBot: true },
  plugins: ["@robojs/patch", ["@robojs/server", { cors: true }]],
  // Disables the update check against npm.
  updateCheckInterval: 0,
};
