const format = new Intl.DateTimeFormat(undefined, { timeStyle: "medium" });

/** When something was; the whole date is in its title. */
export function Time({ at }: { readonly at: string }) {
  const date = new Date(at);
  return (
    <time dateTime={at} title={date.toUTCString()}>
      {format.format(date)}
    </time>
  );
}
