import express from "express";
import type { RequestListener } from "node:http";
import passport from "passport";

/** The application of passport's documentation: one route leads to the service, one back, and that one tells who came. */
export function createPassportWebsite(strategy: passport.Strategy, callback: string): RequestListener {
  const app = express();
  const auth = new passport.Passport().use("discord", strategy);
  // In place of express-session: this website has one visitor.
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
