/** How many different requests are remembered: those that come first, and so, in all likelihood, often. */
const most = 200;
/** Longer ones are made by one caller alone. */
const longestName = 200;

/** Remembers what a request comes to, by its name. What `prepare` throws is not remembered. */
export function remembered<Request, Result>(
  nameOf: (request: Request) => string,
  prepare: (request: Request) => Result,
): (request: Request) => Result {
  const known = new Map<string, Result>();
  return request => {
    const name = nameOf(request);
    const found = known.get(name);
    if (found !== undefined) return found;
    const made = prepare(request);
    if (known.size < most && name.length < longestName) known.set(name, made);
    return made;
  };
}
