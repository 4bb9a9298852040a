/** How many different requests are remembered: those that come first, and so, in all likelihood, often. */
const most = 200;
/** Longer names are not remembered: they are made by one client alone. */
const longestName = 200;

/** Remembers what a request comes to, by its name. What `prepare` throws is not remembered. */
export function remembered<Given, Result>(
  nameOf: (given: Given) => string,
  prepare: (given: Given) => Result,
): (given: Given) => Result {
  const known = new Map<string, Result>();
  return given => {
    const name = nameOf(given);
    const found = known.get(name);
    if (found !== undefined) return found;
    const made = prepare(given);
    if (known.size < most && name.length < longestName) known.set(name, made);
    return made;
  };
}
