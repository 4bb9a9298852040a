/** How many results are kept unless a caller says otherwise. */
const usualResults = 200;
/** Results with longer keys are not kept: they are unlikely to be asked for again. */
const maxKeyLength = 200;

/** A version of `compute` that keeps its last `maxResults` results by key. Errors are not kept. */
export function memoize<Given, Result>(
  keyOf: (given: Given) => string,
  compute: (given: Given) => Result,
  maxResults = usualResults,
): (given: Given) => Result {
  const results = new Map<string, Result>();
  return given => {
    const key = keyOf(given);
    const found = results.get(key);
    if (found !== undefined) return found;
    const result = compute(given);
    if (key.length >= maxKeyLength) return result;
    results.set(key, result);
    // A Map keeps insertion order. The bound matters because some keys come from requests.
    if (results.size > maxResults) results.delete(results.keys().next().value!);
    return result;
  };
}
