/**
 * JSON with line breaks and indentation. It changes only white space: parsed and serialized again, numbers and escapes could
 * look different from what was sent.
 */
export function prettyJson(json: string): string {
  let depth = 0;
  const line = () => `\n${'  '.repeat(depth)}`;
  const pieces = json.match(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s"{}[\],:]+/g) ?? [];
  return pieces
    .map((piece, at) => {
      const isEmpty = '{['.includes(pieces[at - 1] ?? ' ');
      if (piece === '{' || piece === '[') {
        depth += 1;
        return '}]'.includes(pieces[at + 1] ?? ' ') ? piece : `${piece}${line()}`;
      }
      if (piece === '}' || piece === ']') {
        depth -= 1;
        return isEmpty ? piece : `${line()}${piece}`;
      }
      if (piece === ',') return `,${line()}`;
      return piece === ':' ? ': ' : piece;
    })
    .join('');
}
