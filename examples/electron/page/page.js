// The game's page: three buttons, and a line that shows the current player.

/** @param {string} id */
const find = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
const [line, signIn, cancel, signOut] = ["line", "sign-in", "cancel", "sign-out"].map(find);

/** @param {"signed-out" | "signing-in" | "signed-in"} state */
function showButtons(state) {
  signIn.hidden = state !== "signed-out";
  cancel.hidden = state !== "signing-in";
  signOut.hidden = state !== "signed-in";
}

/** @param {Promise<Shown>} asked */
async function show(asked) {
  const { player, problem, isKept } = await asked;
  showButtons(player === undefined ? "signed-out" : "signed-in");
  const name = player === undefined ? "You are not signed in." : `Welcome, ${player}.`;
  const advice = isKept
    ? ""
    : " This computer has no password store, so you have to sign in again next time.";
  line.textContent = problem ?? name + advice;
}

signIn.addEventListener("click", () => {
  showButtons("signing-in");
  line.textContent = "Continue in your browser.";
  void show(game.signIn());
});
cancel.addEventListener("click", () => void game.cancel());
signOut.addEventListener("click", async () => {
  await game.signOut();
  void show(game.restore());
});
void show(game.restore());
