// Makes Stryker retry surviving static mutants, because it does not detect new tests of them: forget-survivors.ts FILE
import { existsSync, readFileSync, writeFileSync } from "node:fs";

interface Kept {
  readonly files: Readonly<
    Record<string, { mutants: { readonly static?: boolean; readonly status: string }[] }>
  >;
}

const [file = ""] = process.argv.slice(2);
if (existsSync(file)) {
  const kept = JSON.parse(readFileSync(file, "utf8")) as Kept;
  for (const one of Object.values(kept.files))
    one.mutants = one.mutants.filter((mutant) => !mutant.static || mutant.status !== "Survived");
  writeFileSync(file, JSON.stringify(kept));
}
