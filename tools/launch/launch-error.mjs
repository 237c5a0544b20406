/** A failure that the person at the keyboard can act on: its message is the whole report. */
export class LaunchError extends Error {}
