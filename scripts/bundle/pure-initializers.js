// package.json declares that no module has side effects. Once modules have been merged, however, bundlers check each statement.
// Marks initializers as pure, so that unused ones can be removed.
import { parseSync } from "rolldown/utils";

/** @typedef {import("@oxc-project/types").Expression} Expression */
/** @typedef {import("@oxc-project/types").Class} Class */
/** @typedef {{ at: number, text: string }} Insertion - without line breaks, so that line numbers do not change */

const start = "/* @__PURE__ */ (() => ";

export function pureInitializers() {
  return {
    name: "pure-initializers",
    transform: {
      filter: { id: /\/src\/.*\.ts$/ },
      handler(/** @type {string} */ code, /** @type {string} */ id) {
        const { program } = parseSync(id, code);
        const insertions = program.body.flatMap((statement) => {
          const declared =
            statement.type === "ExportNamedDeclaration" ? (statement.declaration ?? statement) : statement;
          if (declared.type === "VariableDeclaration" && declared.kind === "const")
            return declared.declarations.flatMap(({ init }) => (init && !isPlain(init) ? wrapped(init) : []));
          return declared.type === "ClassDeclaration" && doesSomething(declared)
            ? wrappedClass(declared)
            : [];
        });
        return { code: insert(code, insertions), map: null };
      },
    },
  };
}

/**
 * Returns whether every bundler recognizes that the expression has no side effects.
 *
 * @param {Expression} node
 * @returns {boolean}
 */
function isPlain(node) {
  switch (node.type) {
    case "Literal":
    case "Identifier":
    case "ArrowFunctionExpression":
    case "FunctionExpression":
      return true;
    case "TSAsExpression":
    case "TSSatisfiesExpression":
      return isPlain(node.expression);
    case "ArrayExpression":
      return node.elements.every(
        (element) => element !== null && element.type !== "SpreadElement" && isPlain(element),
      );
    case "ObjectExpression":
      return node.properties.every(
        (property) => property.type === "Property" && !property.computed && isPlain(property.value),
      );
    default:
      return false;
  }
}

/** @param {Class} declaration */
function doesSomething({ body }) {
  return body.body.some(
    (member) =>
      member.type === "StaticBlock" ||
      ("computed" in member && member.computed) ||
      (member.type === "PropertyDefinition" && member.static && member.value && !isPlain(member.value)),
  );
}

/**
 * @param {Expression} initializer
 * @returns {Insertion[]}
 */
function wrapped(initializer) {
  return [
    { at: initializer.start, text: `${start}(` },
    { at: initializer.end, text: "))()" },
  ];
}

/**
 * @param {Class} declaration
 * @returns {Insertion[]}
 */
function wrappedClass({ start: at, end, id }) {
  const name = id?.name;
  return [
    { at, text: `const ${name} = ${start}{ ` },
    { at: end, text: ` return ${name}; })();` },
  ];
}

/**
 * @param {string} code
 * @param {readonly Insertion[]} insertions
 */
function insert(code, insertions) {
  return insertions
    .toSorted((one, other) => other.at - one.at)
    .reduce((text, { at, text: added }) => text.slice(0, at) + added + text.slice(at), code);
}
