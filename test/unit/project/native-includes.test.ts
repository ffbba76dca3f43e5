import { readdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { describe, expect, test } from "vitest";
import { readTable } from "../../setup/markdown-table.ts";

interface Include {
  file: string;
  from: string;
  /** The path as written, such as `folder/name.h`. */
  path: string;
}

const sources = readdirSync("native", { recursive: true, encoding: "utf8" }).filter(
  (path) => /\.(cpp|h)$/.test(path) && !/^(?:build|prebuild)\//.test(path),
);
const includes = sources.flatMap(includesOf);
const allowed = new Map(
  readTable(readFileSync("ARCHITECTURE.md", "utf8"), "Includes in native").map(
    ([subject = "", others = ""]) => [subject, others.split(" ").filter((other) => other !== "–")],
  ),
);

function includesOf(file: string): Include[] {
  const text = readFileSync(`native/${file}`, "utf8");
  return [...text.matchAll(/^#include "([^"]+)"/gm)].map(([, path = ""]) => ({
    file,
    from: dirname(file),
    path,
  }));
}

function isAllowed({ file, from, path }: Include): boolean {
  const folder = dirname(path);
  if (folder === "testing") return file.endsWith("_test.cpp") || isForTests(file);
  return folder === from || (allowed.get(from)?.includes(folder) ?? false);
}

function isForTests(file: string): boolean {
  return includes.every(({ path, file: from }) => path !== file || from.endsWith("_test.cpp"));
}

describe("the table of includes in ARCHITECTURE.md", () => {
  test("has a row for each directory in native and no other rows", () => {
    const folders = new Set(sources.map((file) => dirname(file)));
    expect([...allowed.keys()].toSorted()).toEqual([...folders].toSorted());
  });

  test("lists every include", () => {
    const unlisted = includes.filter((include) => !isAllowed(include));
    expect(unlisted.map(({ file, path }) => `${file} includes ${path}`)).toEqual([]);
  });

  test("lists no unused include", () => {
    const unused = [...allowed].flatMap(([subject, others]) =>
      others
        .filter((other) => !includes.some(({ from, path }) => from === subject && dirname(path) === other))
        .map((other) => `${subject} includes ${other}`),
    );
    expect(unused).toEqual([]);
  });

  test("matches the compiler's include paths", () => {
    const cmake = readFileSync("native/CMakeLists.txt", "utf8");
    const subjects = [...cmake.matchAll(/slashpass_subject\((\S+?)(?: MAY_INCLUDE ([^)]+))?\)/g)];
    const linkedBy = (addon: string) => {
      const text = readFileSync(`native/${addon}/CMakeLists.txt`, "utf8");
      const [, libraries = ""] = /target_link_libraries\(([^)]+)\)/.exec(text) ?? [];
      return [...libraries.matchAll(/slashpass_([\w-]+)/g)].map(([, name]) => name);
    };
    const paths = [
      ...subjects.map(([, subject, others]) => [subject, others?.split(" ") ?? []]),
      ["binding", linkedBy("binding")],
      ["social_sdk_binding", ["binding", ...linkedBy("social_sdk_binding")]],
      ["testing", []],
    ];
    expect(Object.fromEntries(paths)).toEqual(Object.fromEntries(allowed));
  });
});

test("includes headers by their path relative to native", () => {
  const known = new Set(sources);
  expect(includes.filter(({ path }) => !known.has(path)).map(({ file, path }) => `${file}: ${path}`)).toEqual(
    [],
  );
});
