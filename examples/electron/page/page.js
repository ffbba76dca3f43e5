// The page of the game: three buttons, and a line that says who plays.

/** @param {string} id */
const find = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
const [status, signIn, cancel, signOut] = ["status", "sign-in", "cancel", "sign-out"].map(find);

/** @param {"nobody" | "asking" | "player"} state */
function showButtons(state) {
  signIn.hidden = state !== "nobody";
  cancel.hidden = state !== "asking";
  signOut.hidden = state !== "player";
}

/** @param {Promise<Shown>} asked */
async function show(asked) {
  const { player, problem, isKept } = await asked;
  showButtons(player === undefined ? "nobody" : "player");
  const name = player === undefined ? "Nobody is signed in." : `Welcome, ${player}.`;
  const advice = isKept
    ? ""
    : " This computer has no password store, so you sign in again at the next start.";
  status.textContent = problem ?? name + advice;
}

signIn.onclick = () => {
  showButtons("asking");
  status.textContent = "Your browser asks whether the game may know who you are.";
  void show(game.signIn());
};
cancel.onclick = () => void game.cancel();
signOut.onclick = async () => {
  await game.signOut();
  void show(game.restore());
};
void show(game.restore());
