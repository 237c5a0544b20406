import { defineMessages } from "../message.ts";

export const bash = defineMessages("bash", null, {
  common: [
    "Running the command…",
    "Waiting on the shell…",
    "Letting the process do its work…",
    "Watching the output…",
    "Minding the exit code…",
    "Keeping an eye on stderr…",
    "The shell has the floor…",
    "Handing it to the terminal…",
    "Listening for the prompt to return…",
    "One command, in progress…",
    "Waiting for the process to speak…",
    "Standing by the terminal…",
    "Leaving the process in peace…",
    "Following along on stdout…",
  ],
  uncommon: [
    "Hoping for a zero…",
    "Minding the quotes, as one should…",
    "Holding the pipe steady…",
    "Giving the machine a moment…",
    "Watching the cursor hold its breath…",
    "Somewhere below, a process forks…",
    "Trusting the flags, having read them…",
    "Letting the scheduler do the worrying…",
    "Keeping one hand near the interrupt key…",
  ],
  rare: [
    "Treating every asterisk with respect…",
    "If the fan spins up, it is for a good cause…",
    "Waiting like a well-behaved parent process…",
    "Watching that no child process gets lost…",
    "Saying please before pressing return…",
    "Reading the manual page on patience…",
  ],
  legendary: [
    "The prompt will return when it is ready…",
    "In the beginning was the blinking cursor…",
    "A small daemon nods and goes about its work…",
  ],
});
