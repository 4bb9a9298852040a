/** The time in ms since the epoch, with fractions of a ms, and the same in every process of the machine. */
export const now = (): number => performance.timeOrigin + performance.now();
