import { expect, test } from "vitest";
import { textsOfCpp } from "../../setup/cpp-texts.ts";
import { textsOf } from "../../setup/texts.ts";

test.each([
  ['throw fail("The port is taken.", "Choose another one.")', ["The port is taken.", "Choose another one."]],
  ["fail(`The port ${port} is taken.`)", ["The port {port} is taken."]],
  ['fail("It is long, " + `so ${it} goes on.`)', ["It is long, so {it} goes on."]],
  ["aborted(`${operation} was aborted.`)", ["{operation} was aborted."]],
  [
    'fail("--port takes a number.", "200 commands a day.")',
    ["--port takes a number.", "200 commands a day."],
  ],
  ['fail("Write role:<id>, or everyone.", "Try again.")', ["Write role:<id>, or everyone.", "Try again."]],
  ['say("[withheld: no addon]", "`read` gave nothing.")', ["[withheld: no addon]", "`read` gave nothing."]],
  ["key(`${method} ${path} ${id}`, `<svg x='1' y='2'>`)", []],
  ['const word = "invalid_port"; // The port is taken.', []],
])("of %s they are %j", (source, texts) => {
  expect(textsOf(source)).toEqual(texts);
});

test.each([
  ['fail("The file " + name + " is gone.", "no_file")', ["The file {name} is gone."]],
  ['fail(std::string("The pipe \\"") + name_ + "\\" is taken.")', ['The pipe "{name_}" is taken.']],
  ['refuse("The system starts "\n  "no more threads.")', ["The system starts no more threads."]],
  ['// "It is a comment."\n#include "a.h"\ncode(\'"\'), "no_text"', []],
])("of C++, %s, they are %j", (source, texts) => {
  expect(textsOfCpp(source)).toEqual(texts);
});
