// The authorization server contains two tables of all media types, which make up a third of its source. It parses only forms and
// responds only with pages, JSON and text, so only those types are kept.
const keptTypes = [
  "application/json",
  "application/octet-stream",
  "application/x-www-form-urlencoded",
  "text/html",
  "text/plain",
];

export function fewMediaTypes() {
  return {
    name: "few-media-types",
    transform: {
      filter: { id: /[\\/]mime-db[\\/]db\.json$/ },
      handler(/** @type {string} */ table) {
        const types = JSON.parse(table);
        return {
          code: JSON.stringify(Object.fromEntries(keptTypes.map((type) => [type, types[type]]))),
          map: null,
        };
      },
    },
  };
}
