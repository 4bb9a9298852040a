/** How many results are remembered: those that were made last. */
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
    if (name.length >= longestName) return made;
    known.set(name, made);
    // A Map keeps its keys in their order: the oldest makes room, or strangers could fill it for good.
    if (known.size > most) known.delete(known.keys().next().value!);
    return made;
  };
}
