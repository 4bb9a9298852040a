/** The time, in ms since the epoch: in parts of one, alike in every process of the machine. */
export const now = (): number => performance.timeOrigin + performance.now();
