/** What keeps a process from starting; the message is the one line to print. */
export class StartError extends Error {}
