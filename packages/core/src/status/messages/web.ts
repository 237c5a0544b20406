import { defineMessages } from "../message.ts";

export const web = defineMessages("web", null, {
  common: [
    "Looking it up…",
    "Fetching from the web…",
    "Checking what others wrote…",
    "Asking the web…",
    "Waiting for the server to answer…",
    "Stepping outside for a fact…",
    "Reading up on it…",
    "Looking beyond this machine…",
    "Searching for a good source…",
    "Sending a request, politely…",
    "Checking what the reference says…",
    "Out on the wire…",
    "Waiting for a response…",
    "Consulting the outside world…",
  ],
  uncommon: [
    "Looking for the page with the actual answer…",
    "Skipping the banners, reading the text…",
    "Preferring the manual to the hearsay…",
    "Packets out, patience in…",
    "Checking the date on the advice…",
    "Crossing a few routers to ask…",
    "Looking for the footnote that matters…",
    "Shaking hands with a distant server…",
    "Weighing the source before the claim…",
  ],
  rare: [
    "Declining the cookies, keeping the crumbs…",
    "Hoping the answer is not behind a login…",
    "Looking for an answer newer than the question…",
    "Sending a small boat across a wide sea…",
    "Taking the specification at its word…",
    "Wary of any page that shouts…",
  ],
  legendary: [
    "A distant lighthouse is asked for a status code…",
    "Letting a bucket down into the well of all pages…",
    "The packet knows the way. The packet has a map…",
  ],
});
