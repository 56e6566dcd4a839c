"use strict";
// The page of one game.  Its name stands in the address (#name), so that it can be reloaded, and tabs have their own.

const $ = (id) => document.getElementById(id);
let rulesets = [];
let shown = null; // the state that is on the page
let watching = 0; // rises with every game that is opened: answers for an earlier one are dropped

async function ask(path, content) {
  const options = content === undefined ? {} : {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(content),
  };
  const answer = await fetch(path, options);
  const found = await answer.json();
  if (!answer.ok) throw new Error(found.error || answer.statusText);
  return found;
}

function tell(problem) {
  $("error").hidden = !problem;
  $("error").textContent = problem ? problem.message : "";
}

// Runs what a click asks for; while it runs, other clicks are ignored.
let busy = false;
async function run(action) {
  if (busy) return;
  busy = true;
  document.body.setAttribute("aria-busy", "true");
  try { tell(null); await action(); } catch (problem) { tell(problem); } finally {
    busy = false;
    document.body.removeAttribute("aria-busy");
  }
}

const name = () => location.hash.slice(1);
const url = (rest = "") => `/api/games/${encodeURIComponent(name())}${rest}`;
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

function wantedGame() {
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
  $("board").innerHTML = state.svg; // drawn by the server from its own game, never from what somebody typed
  $("status").textContent = `${state.title}: ${state.seats.map((who, seat) => `P${seat} ${who}`).join(", ")}`;
  $("yours").hidden = !state.yours;
  $("legal").replaceChildren(...state.legal.map(({ action, text }) => {
    const button = document.createElement("button");
    button.textContent = text;
    button.dataset.action = action;
    button.onclick = () => run(async () => follow(await ask(url("/play"), { action, moves: state.moves })));
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
  showLookingBack(state);
}

function showLookingBack(state) {
  $("look").hidden = !state.open;
  $("at").max = state.moves;
  $("at").value = state.at;
  $("where").textContent = `${state.at} of ${state.moves}`;
  if ($("viewer").options.length !== state.seats.length + 2) {
    $("viewer").replaceChildren(option("all", "everybody's eyes"), option("spectator"));
    state.seats.forEach((who, seat) => $("viewer").append(option(seat, `P${seat} ${who}`)));
  }
}

// After a person's decision agents play on, one move after the other, so that one can follow.
async function follow(state) {
  const game = watching;
  show(state);
  while (game === watching && state.seats.includes("you") && !state.over && !state.yours) {
    await new Promise((done) => setTimeout(done, 150));
    state = await ask(url("/step"), {});
    if (game === watching) show(state);
  }
}

async function lookAt(at) {
  show(await ask(url(`?at=${at}&viewer=${encodeURIComponent($("viewer").value || "all")}`)));
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
      number.textContent = one.value !== null ? `${one.valued} ${one.value.toFixed(3)} ± ${(one.error ?? 0).toFixed(3)}`
        : `${(100 * one.probability).toFixed(1)} %`;
      item.append(bar, number);
    }
    item.prepend(`${one.chosen ? "→ " : ""}${one.text}`);
    return item;
  }));
}

// --- what the page begins with, and whenever the address changes ------------------------------------------------

async function open() {
  watching += 1;
  tell(null);
  if (!name()) {
    $("game").hidden = true;
    $("lobby").hidden = false;
    $("status").textContent = "";
    return;
  }
  const state = await ask(url());
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
  run(async () => { location.hash = (await ask("/api/games", wantedGame())).id; });
};
$("file").onchange = () => run(async () => {
  const [file] = $("file").files;
  if (file) location.hash = (await ask("/api/records", { record: await file.text() })).id;
});
$("step").onclick = () => run(async () => show(await ask(url("/step"), {})));
$("run-all").onclick = () => run(async () => show(await ask(url("/step"), { all: true })));
$("undo").onclick = () => run(async () => show(await ask(url("/undo"), {})));
$("advise").onclick = () => run(async () => {
  const agent = encodeURIComponent($("adviser").value);
  showAdvice(await ask(url(`/advice?agent=${agent}&at=${shown.at}`)));
});
$("at").oninput = () => run(() => lookAt($("at").value));
$("viewer").onchange = () => run(() => lookAt($("at").value));
$("back").onclick = () => run(() => lookAt(Math.max(0, shown.at - 1)));
$("forward").onclick = () => run(() => lookAt(Math.min(shown.moves, shown.at + 1)));
window.onhashchange = () => open().catch(tell);

(async () => {
  rulesets = await ask("/api/rulesets");
  $("ruleset").replaceChildren(...rulesets.map((one) => option(one.name, one.title)));
  showRuleset();
  await open();
})().catch(tell);
