/** The time in ms since the epoch, with fractions, on the same clock in every process of the machine. */
export const now = (): number => performance.timeOrigin + performance.now();
