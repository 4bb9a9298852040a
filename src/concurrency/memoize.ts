/** How many results are remembered: the newest ones. */
const most = 200;
/** Results with longer names are not remembered: no other client asks for the same. */
const longestName = 200;

/** `prepare`, with its results remembered by the name of what it was given. What it throws is not remembered. */
export function memoize<Given, Result>(
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
    // A Map keeps its keys in the order of insertion. The oldest makes room, or strangers could fill it for good.
    if (known.size > most) known.delete(known.keys().next().value!);
    return made;
  };
}
