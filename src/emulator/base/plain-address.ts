export function plainAddress(address: string | URL, here: Pick<URL, "href" | "host">): string | URL {
  if (!URL.canParse(String(address), here.href)) return address;
  const url = new URL(address, here.href);
  const isSecure = url.protocol === "https:" || url.protocol === "wss:";
  if (!isSecure || url.host !== here.host) return address;
  url.protocol = url.protocol === "wss:" ? "ws:" : "http:";
  return url.href;
}
