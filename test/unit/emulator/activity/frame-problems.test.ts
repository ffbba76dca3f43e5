import { expect, it } from "vitest";
import { FrameProblems } from "../../../../src/emulator/activity/frame-problems.ts";

const problem = (message: string, at = 1) => ({ at, message, hint: "" });

it("what went wrong is told once, and stands where it was seen last", () => {
  const problems = new FrameProblems();
  const heard: string[] = [];
  const deafen = problems.listen(({ message }) => heard.push(message));
  for (const [index, message] of ["a", "b", "a"].entries()) problems.add(problem(message, index));
  deafen();
  problems.add(problem("c", 3));
  expect(problems.all).toEqual([problem("b", 1), problem("a", 2), problem("c", 3)]);
  expect(heard).toEqual(["a", "b"]);
});

it("the last hundred are kept", () => {
  const problems = new FrameProblems();
  for (let index = 0; index < 105; index += 1) problems.add(problem(String(index)));
  expect([problems.all.length, problems.all[0]?.message]).toEqual([100, "5"]);
});
