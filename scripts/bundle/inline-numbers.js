// Bundlers include a whole record even if only one error code is used. As with a TypeScript const enum, the build replaces
// members with their numbers, but keeps the record for code that uses it directly.
import { readFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseSync, Visitor } from "rolldown/utils";

/** @typedef {import("@oxc-project/types").Expression} Expression */
/** @typedef {import("@oxc-project/types").ObjectPattern} ObjectPattern */
/** @typedef {import("@oxc-project/types").Program} Program */
/** @typedef {import("@oxc-project/types").Span} Span */
/** @typedef {ReadonlyMap<string, string>} Numbers - the numeric fields of a record, as source text */

export function inlineNumbers() {
  /** @type {Map<string, ReadonlyMap<string, Numbers>>} */
  const files = new Map();
  const recordsOf = (/** @type {string} */ file) => {
    const known = files.get(file) ?? numberRecords(parseSync(file, readFileSync(file, "utf8")).program);
    files.set(file, known);
    return known;
  };
  return {
    name: "inline-numbers",
    transform: {
      filter: { id: /\/src\/.*\.ts$/ },
      handler(/** @type {string} */ code, /** @type {string} */ id) {
        const { program } = parseSync(id, code);
        return { code: written(code, program, importedRecords(program, id, recordsOf)), map: null };
      },
    },
  };
}

/**
 * Returns the numeric fields of exported constant records.
 *
 * @param {Program} program
 * @returns {ReadonlyMap<string, Numbers>}
 */
function numberRecords({ body }) {
  /** @type {Map<string, Numbers>} */
  const records = new Map();
  for (const statement of body) {
    if (statement.type !== "ExportNamedDeclaration") continue;
    const { declaration } = statement;
    if (declaration?.type !== "VariableDeclaration" || declaration.kind !== "const") continue;
    for (const { id, init } of declaration.declarations)
      if (id.type === "Identifier" && init?.type === "TSAsExpression")
        records.set(id.name, numbersIn(init.expression));
  }
  return records;
}

/**
 * @param {Expression} record
 * @returns {Numbers}
 */
function numbersIn(record) {
  /** @type {Map<string, string>} */
  const numbers = new Map();
  for (const field of record.type === "ObjectExpression" ? record.properties : [])
    if (field.type === "Property" && field.key.type === "Identifier" && field.value.type === "Literal") {
      const { value } = field.value;
      if (typeof value === "number") numbers.set(field.key.name, String(value));
    }
  return numbers;
}

/**
 * Returns the records that a module imports from the package's other modules, by local name. The linter prohibits shadowing them.
 *
 * @param {Program} program
 * @param {string} id
 * @param {(file: string) => ReadonlyMap<string, Numbers>} recordsOf
 * @returns {ReadonlyMap<string, Numbers>}
 */
function importedRecords({ body }, id, recordsOf) {
  /** @type {Map<string, Numbers>} */
  const imported = new Map();
  for (const statement of body) {
    if (statement.type !== "ImportDeclaration" || statement.importKind === "type") continue;
    if (!/^\..*\.ts$/.test(statement.source.value)) continue;
    const records = recordsOf(fileURLToPath(new URL(statement.source.value, pathToFileURL(id))));
    for (const specifier of statement.specifiers) {
      if (specifier.type !== "ImportSpecifier" || specifier.imported.type !== "Identifier") continue;
      const numbers = records.get(specifier.imported.name);
      if (numbers) imported.set(specifier.local.name, numbers);
    }
  }
  return imported;
}

/**
 * Replaces `InteractionType.Ping` with its number, including in `const { Ping } = InteractionType`.
 *
 * @param {string} code
 * @param {Program} program
 * @param {ReadonlyMap<string, Numbers>} records
 */
function written(code, program, records) {
  let text = "";
  let end = 0;
  const put = (/** @type {Span} */ node, /** @type {string} */ instead) => {
    text += code.slice(end, node.start) + instead;
    end = node.end;
  };
  const visitor = new Visitor({
    MemberExpression(node) {
      if (node.computed || node.object.type !== "Identifier" || node.property.type !== "Identifier") return;
      const number = records.get(node.object.name)?.get(node.property.name);
      if (number !== undefined) put(node, `(${number})`);
    },
    VariableDeclarator(node) {
      const numbers = node.init?.type === "Identifier" ? records.get(node.init.name) : undefined;
      const constants = numbers && node.id.type === "ObjectPattern" && constantsIn(node.id, numbers);
      if (constants) put(node, constants.join(", "));
    },
  });
  visitor.visit(program);
  return text + code.slice(end);
}

/**
 * Returns undefined unless every property is a number in the record.
 *
 * @param {ObjectPattern} pattern
 * @param {Numbers} numbers
 */
function constantsIn({ properties }, numbers) {
  const constants = properties.map((property) => {
    if (property.type !== "Property" || property.value.type !== "Identifier") return undefined;
    const number = property.key.type === "Identifier" ? numbers.get(property.key.name) : undefined;
    return number && `${property.value.name} = ${number}`;
  });
  return constants.includes(undefined) ? undefined : constants;
}
