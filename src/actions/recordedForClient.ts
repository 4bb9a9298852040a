/**
 * The `prepare` of an action that a member records for the client: the address and browser are stored only for a client who acts
 * through the share link.
 */
export const recordedForClient = async () => ({ from: null, browser: null });
