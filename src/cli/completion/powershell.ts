import { type Step, type Value, valueLines } from "./steps.ts";

/** Returns the script for PowerShell 5.0 and later. */
export function powershellScript(steps: readonly Step[]): string {
  return `# Completes slashpass in PowerShell. Written by: slashpass completion powershell
Register-ArgumentCompleter -Native -CommandName slashpass -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $offered = @{
${steps.map(offeredLine).join("\n")}
  }
  $values = @{
${valueLines(steps, valueLine)}
  }
  $words = @($commandAst.CommandElements |
    Where-Object { $_.Extent.EndOffset -lt $cursorPosition } |
    Select-Object -Skip 1 | ForEach-Object { $_.ToString() })
  $path = ''
  foreach ($word in $words) {
    if ($word -eq '--') { return }
    $longer = "$path $word".Trim()
    if ($offered.ContainsKey($longer)) { $path = $longer }
  }
  $previous = if ($words.Count -gt 0) { "$path " + $words[-1] } else { '' }
  $candidates = if ($values.ContainsKey($previous)) { $values[$previous] } else { $offered[$path] }
  if ($null -eq $candidates) { return }
  $candidates.GetEnumerator() | Where-Object { $_.Key -like "$wordToComplete*" } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_.Key, $_.Key, 'ParameterValue', $_.Value)
  }
}
`;
}

function offeredLine({ path, next, options, argument }: Step): string {
  const values = Array.isArray(argument) ? (argument as readonly string[]) : [];
  return `    ${quoted(path)} = ${tableOf([
    ...next.map(({ name, summary }) => [name, summary] as const),
    ...values.map((value) => [value, value] as const),
    ...options.flatMap(({ names, summary }) => names.map((name) => [name, summary] as const)),
  ])}`;
}

/** If there are no candidates, PowerShell offers files. */
function valueLine(words: readonly string[], value: Value): string {
  const offered = typeof value === "string" ? "$null" : tableOf(value.map((word) => [word, word]));
  return words.map((word) => `    ${quoted(word)} = ${offered}`).join("\n");
}

function tableOf(rows: readonly (readonly [string, string])[]): string {
  return `[ordered]@{ ${rows.map(([name, meaning]) => `${quoted(name)} = ${quoted(meaning)}`).join("; ")} }`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
