"use strict";
// The page of one game.  The id of the game is in the address (#id), so the page can be reloaded and each tab has its
// own game.

const $ = (id) => document.getElementById(id);
let rulesets = [];
let shown = null; // the displayed state
let openCount = 0; // counts opened games, so that late responses for an earlier one are dropped

async function request(path, content) {
  const options = content === undefined ? {} : {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(content),
  };
  const response = await fetch(path, options);
  const found = await response.json();
  if (!response.ok) throw new Error(found.error || response.statusText);
  return found;
}

function showError(problem) {
  $("error").hidden = !problem;
  $("error").textContent = problem ? problem.message : "";
}

// Runs the action of a click; other clicks are ignored meanwhile.
let busy = false;
async function run(action) {
  if (busy) return;
  busy = true;
  document.body.setAttribute("aria-busy", "true");
  try { showError(null); await action(); } catch (problem) { showError(problem); } finally {
    busy = false;
    document.body.removeAttribute("aria-busy");
  }
}

const gameId = () => location.hash.slice(1);
const url = (rest = "") => `/api/games/${encodeURIComponent(gameId())}${rest}`;
const option = (value, text = value) => new Option(text, value);

// --- the lobby ------------------------------------------------------------------------------------------------

function ruleset() { return rulesets.find((one) => one.name === $("ruleset").value); }

function showRuleset() {
  const [low, high, usual] = ruleset().players;
  $("summary").textContent = ruleset().summary;
  $("players").replaceChildren();
  for (let n = low; n <= high; n++) $("players").append(option(n));
  $("players").value = usual;
  $("options").replaceChildren();
  for (const [key, value] of Object.entries(ruleset().options)) {
    const input = document.createElement("input");
    input.name = key;
    if (typeof value === "boolean") { input.type = "checkbox"; input.checked = value; } else { input.value = value; }
    const label = document.createElement("label");
    label.append(`${key.replaceAll("_", " ")} `, input);
    $("options").append(label);
  }
  showSeats();
}

function showSeats() {
  const legend = $("seats").firstElementChild;
  $("seats").replaceChildren(legend);
  for (let seat = 0; seat < Number($("players").value); seat++) {
    const select = document.createElement("select");
    select.append(option("you"));
    for (const [agent, idea] of Object.entries(ruleset().agents)) {
      const choice = option(agent);
      choice.title = idea;
      select.append(choice);
    }
    select.value = seat === 0 ? "you" : ("greedy" in ruleset().agents ? "greedy" : Object.keys(ruleset().agents)[0]);
    const label = document.createElement("label");
    label.append(`P${seat} `, select);
    $("seats").append(label);
  }
}

function gameSettings() {
  const options = {};
  for (const input of $("options").querySelectorAll("input")) {
    const usual = ruleset().options[input.name];
    const value = typeof usual === "boolean" ? input.checked : typeof usual === "number" ? Number(input.value) : input.value;
    if (value !== usual) options[input.name] = value;
  }
  const seats = [...$("seats").querySelectorAll("select")].map((select) => select.value);
  const seed = $("seed").value.trim();
  return { ruleset: ruleset().name, seats, options, seed: seed === "" ? null : Number(seed) };
}

// --- the game -------------------------------------------------------------------------------------------------

function show(state) {
  shown = state;
  const last = state.at === state.moves;
  $("lobby").hidden = true;
  $("game").hidden = false;
  $("board").innerHTML = state.svg; // drawn by the server; contains no user input
  $("status").textContent = `${state.title}: ${state.seats.map((who, seat) => `P${seat} ${who}`).join(", ")}`;
  $("yours").hidden = !state.yours;
  $("legal").replaceChildren(...state.legal.map(({ action, text }) => {
    const button = document.createElement("button");
    button.textContent = text;
    button.dataset.action = action;
    button.onclick = () => run(async () => follow(await request(url("/play"), { action, moves: state.moves })));
    const item = document.createElement("li");
    item.append(button);
    return item;
  }));
  const agentsTurn = last && !state.over && !state.yours;
  $("step").hidden = $("run-all").hidden = !agentsTurn;
  $("undo").disabled = !state.seats.includes("you") || !last;
  $("record").href = url("/record");
  $("ask").hidden = state.seat === null || !(last || state.open);
  $("advice").replaceChildren();
  $("log").replaceChildren(...state.log.map(({ seat, announcement }, number) => {
    const item = document.createElement("li");
    item.textContent = `P${seat}: ${announcement}`;
    if (number + 1 > state.at) item.style.opacity = 0.4;
    return item;
  }));
  $("log").scrollTop = $("log").scrollHeight;
  showHistory(state);
}

function showHistory(state) {
  $("look").hidden = !state.open;
  $("at").max = state.moves;
  $("at").value = state.at;
  $("where").textContent = `${state.at} of ${state.moves}`;
  if ($("viewer").options.length !== state.seats.length + 2) {
    $("viewer").replaceChildren(option("all", "everything"), option("spectator"));
    state.seats.forEach((who, seat) => $("viewer").append(option(seat, `P${seat} ${who}`)));
  }
}

// After a person's decision, agents move one by one, with a short pause.
async function follow(state) {
  const game = openCount;
  show(state);
  while (game === openCount && state.seats.includes("you") && !state.over && !state.yours) {
    await new Promise((done) => setTimeout(done, 150));
    state = await request(url("/step"), {});
    if (game === openCount) show(state);
  }
}

async function showMove(at) {
  show(await request(url(`?at=${at}&viewer=${encodeURIComponent($("viewer").value || "all")}`)));
}

function showAdvice(found) {
  const figures = found.map((one) => one.value ?? one.probability);
  const known = figures.filter((figure) => figure !== null && figure !== undefined);
  const [low, high] = [Math.min(0, ...known), Math.max(...known, 1e-9)];
  $("advice").replaceChildren(...found.map((one, place) => {
    const item = document.createElement("li");
    item.className = one.chosen ? "chosen" : "";
    const figure = figures[place];
    if (figure !== null && figure !== undefined) {
      const bar = document.createElement("span");
      bar.className = "bar";
      bar.style.width = `${(100 * (figure - low)) / (high - low)}%`;
      const number = document.createElement("span");
      number.className = "figure";
      number.textContent = one.value !== null ? `${one.objective} ${one.value.toFixed(3)} ± ${(one.error ?? 0).toFixed(3)}`
        : `${(100 * one.probability).toFixed(1)} %`;
      item.append(bar, number);
    }
    item.prepend(`${one.chosen ? "→ " : ""}${one.text}`);
    return item;
  }));
}

// --- start, and changes of the address --------------------------------------------------------------------------

async function open() {
  openCount += 1;
  showError(null);
  if (!gameId()) {
    $("game").hidden = true;
    $("lobby").hidden = false;
    $("status").textContent = "";
    return;
  }
  const state = await request(url());
  const about = rulesets.find((one) => one.name === state.ruleset);
  $("adviser").replaceChildren(...Object.keys(about.agents).map((agent) => option(agent)));
  $("adviser").value = "flat" in about.agents ? "flat" : $("adviser").value;
  $("viewer").replaceChildren();
  await follow(state);
}

$("ruleset").onchange = showRuleset;
$("players").onchange = showSeats;
$("lobby").onsubmit = (event) => {
  event.preventDefault();
  run(async () => { location.hash = (await request("/api/games", gameSettings())).id; });
};
$("file").onchange = () => run(async () => {
  const [file] = $("file").files;
  if (file) location.hash = (await request("/api/records", { record: await file.text() })).id;
});
$("step").onclick = () => run(async () => show(await request(url("/step"), {})));
$("run-all").onclick = () => run(async () => show(await request(url("/step"), { all: true })));
$("undo").onclick = () => run(async () => show(await request(url("/undo"), {})));
$("advise").onclick = () => run(async () => {
  const agent = encodeURIComponent($("adviser").value);
  showAdvice(await request(url(`/advice?agent=${agent}&at=${shown.at}`)));
});
$("at").oninput = () => run(() => showMove($("at").value));
$("viewer").onchange = () => run(() => showMove($("at").value));
$("back").onclick = () => run(() => showMove(Math.max(0, shown.at - 1)));
$("forward").onclick = () => run(() => showMove(Math.min(shown.moves, shown.at + 1)));
window.onhashchange = () => open().catch(showError);

(async () => {
  rulesets = await request("/api/rulesets");
  $("ruleset").replaceChildren(...rulesets.map((one) => option(one.name, one.title)));
  showRuleset();
  await open();
})().catch(showError);
