import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { type VendorName, vendorNames } from "../../fixtures/vendor-names.ts";

const root = new URL("../../../", import.meta.url);
const golden = new URL("test/golden/declarations/", root);
const declarations = readdirSync(golden)
  .map((file) => readFileSync(new URL(file, golden), "utf8"))
  .join("\n");
const rows = Object.values(vendorNames).flat();

/** Whether an entry declares `name`, or `Type.member` in that type or its base. */
function isDeclared(name: string): boolean {
  const [type = "", member] = name.split(".");
  const [, , base, body] =
    new RegExp(`(class|interface) ${type}\\b(?: extends (\\w+))?[^{]*\\{\\n(.*?)^\\}`, "ms").exec(
      declarations,
    ) ?? [];
  if (body === undefined) return false;
  if (
    member === undefined ||
    new RegExp(`^ +(?:static |readonly |get |override )*${member}\\b`, "m").test(body)
  )
    return true;
  return base !== undefined && isDeclared(`${base}.${member}`);
}

it("uses only names of this package that an entry declares", () => {
  expect(isDeclared("Client.Nothing")).toBe(false);
  expect(rows.flatMap(({ ours }) => ours).filter((name) => !isDeclared(name))).toEqual([]);
});

it("has one row for every name of the vendor, and no empty row", () => {
  const known = readFileSync(new URL("test/fixtures/vendor-symbols.txt", root), "utf8")
    .trim()
    .split("\n")
    .flatMap((line) => {
      const [type = "", names = ""] = line.split(": ");
      return names.split(" ").map((name) => `${type}::${name}`);
    });
  expect(known.length).toBeGreaterThan(80);
  expect(rows.map(({ theirs }) => theirs).toSorted()).toEqual(known.toSorted());
  expect(rows.filter(({ ours, note }) => ours.length === 0 && note === "")).toEqual([]);
});

it("has a row for every method of Client with a vendor's name", () => {
  const [, members = ""] = /class Client \{\n(.*?)^\}/ms.exec(declarations) ?? [];
  const methods = Array.from(members.matchAll(/^ +(?:static )?([A-Z]\w+)[<(]/gm), ([, name = ""]) => name);
  expect(methods.length).toBeGreaterThan(20);
  const known = rows.flatMap(({ ours }) => ours);
  expect(methods.filter((name) => !known.includes(`Client.${name}`))).toEqual([]);
});

it("matches the page (update with vitest -u)", async () => {
  await expect(page()).toMatchFileSnapshot("../../../docs/vendor-names.md");
});

function page(): string {
  const sections = Object.entries(vendorNames).map(
    ([title, names]) => `## ${title}\n\n${table([["SDK", "slashpass", "note"], ...names.map(cellsOf)])}\n`,
  );
  return `# The names of the vendor's C++ SDK

All names of the SDK for authorization, tokens, launch and log. An empty note means that the behavior is the same.
[Coming from another library](guides/migration.md) shows how the code changes. Presence, relationships, lobbies, messages and voice
need the SDK's connection, to which [a launcher can pass the token](guides/cpp-game.md). Memory functions (\`Drop\`, \`Clone\`) are not
needed in JavaScript.

${sections.join("\n")}`;
}

function cellsOf({ theirs, ours, note }: VendorName): readonly string[] {
  const here = ours.length === 0 ? "–" : ours.map((name) => `\`${name}\``).join(", ");
  return [`\`${theirs}\``, here, note];
}

function table(lines: readonly (readonly string[])[]): string {
  const [head = []] = lines;
  const widths = head.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const write = (cells: readonly string[], fill = " ") =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0, fill)).join(" | ")} |`;
  return [
    write(head),
    write(
      head.map(() => ""),
      "-",
    ),
    ...lines.slice(1).map((line) => write(line)),
  ].join("\n");
}
