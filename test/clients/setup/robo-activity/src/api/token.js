/** Exchanges the page's code for a token. */
export default async function exchange(request) {
  const { code } = await request.json();
  const { VITE_DISCORD_CLIENT_ID, DISCORD_CLIENT_SECRET } = process.env;
  const response = await fetch("https://discord.com/api/oauth2/token", {
    method: "POST",
    body: new URLSearchParams({
      grant_type: "authorization_code",
      client_id: VITE_DISCORD_CLIENT_ID,
      client_secret: DISCORD_CLIENT_SECRET,
      code,
    }),
  });
  const { access_token } = await response.json();
  return { access_token };
}
