/** Trades the code in the address for a cookie and goes on to the description of the API. */

const code = new URLSearchParams(location.hash.slice(1)).get("code");
// The code is spent by this; it need not stay in the history.
history.replaceState(null, "", location.pathname);

const response =
  code === null
    ? await fetch("/api/me")
    : await fetch("/api/login", {
        method: "POST",
        headers: { "content-type": "application/json", "x-polylog": "1" },
        body: JSON.stringify({ code }),
      });
if (response.ok) location.replace("/doc");
else {
  const state = document.querySelector("#state");
  state.textContent =
    "This link is good once and for a minute. Stop the server and start it again: it prints a new one.";
}
