export default {
  clientOptions: { intents: [] },
  experimental: { disableBot: true },
  plugins: ["@robojs/patch", ["@robojs/server", { cors: true }]],
  // It would ask npm for a newer version of itself.
  updateCheckInterval: 0,
};
