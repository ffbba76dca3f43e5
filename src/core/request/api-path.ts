import { pathPart } from "../check/path-part.ts";

declare const made: unique symbol;

/** The path of an endpoint below the base of the API. Only the functions here make one, so that no value stands in it raw. */
export type ApiPath = string & { readonly [made]: true };

type Write = (texts: TemplateStringsArray, ...values: readonly string[]) => ApiPath;

/**
 * The path that a template writes, whoever its values come from: each is one part of it.
 *
 * @throws ClientError `invalid_argument` as {@link pathPart}.
 */
export const apiPath: Write = (texts, ...values) => {
  const parts = values.map((value) => pathPart(value, "A value"));
  // The only cast: what is checked above is what the type stands for.
  return String.raw({ raw: texts }, ...parts) as ApiPath;
};

/** The same for a path that goes on behind `path`. */
export function below(path: ApiPath): Write {
  return (texts, ...values) => (path + apiPath(texts, ...values)) as ApiPath;
}

type Parameters = Readonly<Record<string, string | number | boolean | undefined>>;

/** A path with those of the parameters that are there. */
export function withQuery(path: ApiPath, parameters: Parameters): ApiPath {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) query.set(name, String(value));
  }
  return (query.size === 0 ? path : `${path}?${query.toString()}`) as ApiPath;
}
