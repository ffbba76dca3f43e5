import { documents } from "../../fixtures/documents/structure.ts";
import type { Row } from "../../fixtures/documents/row.ts";
import { rows } from "../../fixtures/documents/rows.ts";

/** Lists the documents' rows with their ids (`section/row`) and their evidence. */
export function listRows(): (readonly [id: string, row: Row])[] {
  return documents.flatMap(({ sections }) =>
    Object.entries(sections).flatMap(([section, { rows: names }]) =>
      names.map((name) => [`${section}/${name}`, rowOf(section, name)] as const),
    ),
  );
}

function rowOf(section: string, name: string): Row {
  return (rows as Readonly<Record<string, Readonly<Record<string, Row>>>>)[section]![name]!;
}
