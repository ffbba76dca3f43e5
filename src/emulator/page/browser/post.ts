/** What the emulator answers to a request of the page; undefined when it is not there any more. */
export async function post<Answer>(path: string, body: object): Promise<Answer | undefined> {
  const headers = { "content-type": "application/json" };
  try {
    const response = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
    return (await response.json()) as Answer;
  } catch {
    return undefined;
  }
}
