import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, it } from "vitest";
import { fewMediaTypes } from "../../../../scripts/bundle/few-media-types.js";

const { transform } = fewMediaTypes();
const ofKoa = createRequire(createRequire(import.meta.url).resolve("koa"));

it("keeps only the authorization server's media types, unchanged", () => {
  const path = ofKoa.resolve("mime-db/db.json");
  expect(path).toMatch(transform.filter.id);
  const text = readFileSync(path, "utf8");
  const keptTypes = JSON.parse(transform.handler(text).code) as Record<string, unknown>;
  expect(Object.keys(keptTypes)).toEqual([
    "application/json",
    "application/octet-stream",
    "application/x-www-form-urlencoded",
    "text/html",
    "text/plain",
  ]);
  expect(JSON.parse(text)).toMatchObject(keptTypes);
  expect(keptTypes["text/html"]).toMatchObject({ extensions: ["html", "htm", "shtml"], compressible: true });
});

it("does not change other modules", () => {
  expect("/game/node_modules/mime-db/index.js").not.toMatch(transform.filter.id);
});
