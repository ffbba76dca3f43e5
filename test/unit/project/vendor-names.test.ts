import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { type VendorName, vendorNames } from "../../fixtures/vendor-names.ts";

const root = new URL("../../../", import.meta.url);
const golden = new URL("test/golden/declarations/", root);
const declarations = readdirSync(golden)
  .map((file) => readFileSync(new URL(file, golden), "utf8"))
  .join("\n");
const symbols = readFileSync(new URL("native/social_sdk/api.h", root), "utf8");
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

it("uses a name from this package only if an entry declares it", () => {
  expect(isDeclared("Client.Nothing")).toBe(false);
  expect(rows.flatMap(({ ours }) => ours).filter((name) => !isDeclared(name))).toEqual([]);
});

it("has one row for every vendor name and no empty rows", () => {
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

it("matches docs/guides/migration.md (update with vitest -u)", async () => {
  const path = "docs/guides/migration.md";
  const [above] = readFileSync(new URL(path, root), "utf8").split(/^### /m);
  expect(above).toContain("## From the vendor's C++ SDK");
  await expect(`${above}${sections()}`).toMatchFileSnapshot(`../../../${path}`);
});

function sections(): string {
  return Object.entries(vendorNames)
    .map(([title, names]) => {
      const different = names.filter(isDifferent);
      const same = names.filter((name) => !isDifferent(name)).map(({ theirs }) => `\`${theirs}\``);
      const lines = table([["SDK", "slashpass", "called", "note"], ...grouped(different).map(cellsOf)]);
      return [
        `### ${title}\n`,
        ...(different.length > 0 ? [`${lines}\n`] : []),
        ...(same.length > 0 ? [`Unchanged: ${same.join(", ")}.\n`] : []),
      ].join("\n");
    })
    .join("\n");
}

function isDifferent({ theirs, ours, note }: VendorName): boolean {
  return note !== "" || ours.length !== 1 || ours[0] !== theirs.replace("::", ".");
}

/** Groups names without an equivalent that have the same note, so that they share a row. */
function grouped(names: readonly VendorName[]): (readonly VendorName[])[] {
  const groups = new Map<string, VendorName[]>();
  for (const name of names) {
    const key = name.ours.length === 0 ? name.note : name.theirs;
    groups.set(key, [...(groups.get(key) ?? []), name]);
  }
  return [...groups.values()];
}

function cellsOf(names: readonly VendorName[]): readonly string[] {
  const [{ ours, note } = expect.unreachable()] = names;
  const theirs = names.map((name) => `\`${name.theirs}\``).join(", ");
  const here = ours.length === 0 ? "–" : ours.map((name) => `\`${name}\``).join(", ");
  return [theirs, here, names.every(({ theirs: name }) => isCalled(name)) ? "yes" : "", note];
}

/** Whether the addon for the vendor's library calls the function (native/social_sdk/api.h). */
function isCalled(name: string): boolean {
  const symbol = `"Discord_${name.replace("::", "_")}"`;
  const [, type = "Uncalled"] = new RegExp(`^ {2}(\\w+)[^;]*${symbol}`, "m").exec(symbols) ?? [];
  return type !== "Uncalled";
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
