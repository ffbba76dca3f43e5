import express from "express";
import type { RequestListener } from "node:http";
import passport from "passport";

/** The application from passport's documentation: a sign-in route, and a callback route that returns the user. */
export function createPassportWebsite(strategy: passport.Strategy, callback: string): RequestListener {
  const app = express();
  const auth = new passport.Passport().use("discord", strategy);
  // Replaces express-session, since this website has a single visitor.
  const session = {};
  app.use((request, _response, next) => {
    Object.assign(request, { session });
    next();
  });
  const authenticate = auth.authenticate("discord", { session: false }) as express.RequestHandler;
  app.get("/auth/discord", authenticate);
  app.get(new URL(callback).pathname, authenticate, (request, response) => void response.json(request.user));
  return app;
}
