/** Sums by currency, that of the workspace first. */
export const ownCurrencyFirst = <Sum extends { currency: string }>(
  sums: readonly Sum[],
  currency: string,
): Sum[] =>
  sums.toSorted((one, other) => Number(other.currency === currency) - Number(one.currency === currency));
