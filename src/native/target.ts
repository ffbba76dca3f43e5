/** The systems that the package has a binary for, by the names of the folders in `prebuilds`. */
export const supportedTargets: readonly string[] = [
  "linux-arm64",
  "linux-x64",
  "linuxmusl-arm64",
  "linuxmusl-x64",
  "win32-x64",
];

/** The running system, by the same kind of name. */
export function currentTarget(): string {
  return `${process.platform}${usesMusl() ? "musl" : ""}-${process.arch}`;
}

function usesMusl(): boolean {
  if (process.platform !== "linux") return false;
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
  return header.glibcVersionRuntime === undefined;
}
