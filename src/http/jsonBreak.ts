const text = String.raw`"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"`;
const other = String.raw`(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])`;
/** White space, then one token of JSON, if there is one: a sign, a text, or another value. */
const token = new RegExp(String.raw`([ \t\r\n]*)(?:([[\]{},:])|(${text})|${other})?`, 'y');

/** The kinds of tokens that begin a value: s is a text, v another value. */
const value = '[{sv';

/** A sentence on where a text breaks the rules of JSON. JSON.parse says so for programmers, often without the place. */
export function jsonBreak(json: string): string {
  const { at, problem } = firstBreak(json);
  const lines = json.slice(0, at).split('\n');
  return `The body is not valid JSON: ${problem} line ${lines.length}, column ${[...lines.at(-1)!].length + 1}.`;
}

/** The index of the first token that can't be there, and the problem with it, as the beginning of a sentence that ends with its place. */
function firstBreak(json: string): { at: number; problem: string } {
  /** The sign that closes each open list and object, the innermost last. */
  const open: string[] = [];
  /** The kinds of tokens that may come next. */
  let expected = value;
  let previous = '';
  token.lastIndex = 0;
  for (;;) {
    const found = token.exec(json)!;
    const [all, space = '', sign, quoted] = found;
    const at = found.index + space.length;
    const isToken = all.length > space.length;
    const kind = sign ?? (quoted === undefined ? 'v' : 's');
    if (!isToken || !expected.includes(kind)) return { at, problem: problemAt(json, at, isToken, previous) };
    const isKey = kind === 's' && !expected.includes('v');
    if (kind === '[' || kind === '{') open.push(kind === '[' ? ']' : '}');
    if (kind === ']' || kind === '}') open.pop();
    expected = isKey ? ':' : following(kind, open.at(-1));
    previous = kind;
  }
}

/** The kinds of tokens that may follow one that is no key. `closer`: the sign that closes what it is in. */
function following(kind: string, closer = ''): string {
  if (kind === '[') return `${value}]`;
  if (kind === '{') return 's}';
  if (kind === ',' && closer === '}') return 's';
  if (kind === ',' || kind === ':') return value;
  return closer && `,${closer}`;
}

function problemAt(json: string, at: number, isToken: boolean, previous: string): string {
  if (at === json.length) return 'it ends too soon, at';
  const found = String.fromCodePoint(json.codePointAt(at)!);
  if (previous === ',' && /[\]}]/.test(found)) return `leave out the comma before the ${found} at`;
  if (found === '"' && !isToken) {
    return 'a text is not closed, or has a line break or backslash that is not escaped, at';
  }
  return `${JSON.stringify(found)} can't be at`;
}
