const name = String.raw`[\p{L}_][\p{L}\p{N}_.\u00b7-]*(?::[\p{L}_][\p{L}\p{N}_.\u00b7-]*)?`;
const attribute = String.raw`(${name})\s*=\s*("[^"<]*"|'[^'<]*')`;

/** The parts of a document, one after the other. A document type with declarations of its own is none of them. */
const part = new RegExp(
  [
    String.raw`<!--(?:(?!--)[\s\S])*-->`,
    String.raw`<\?${name}(?:(?!\?>)[\s\S])*\?>`,
    String.raw`<!\[CDATA\[(?:(?!\]\]>)[\s\S])*\]\]>`,
    String.raw`<!DOCTYPE\s[^[\]<>]*>`,
    `</(?<end>${name})\\s*>`,
    `<(?<start>${name})(?<attributes>(?:\\s+${attribute})*)\\s*(?<isEmpty>/?)>`,
    '(?<text>[^<]+)',
  ].join('|'),
  'uy',
);
const attributes = new RegExp(attribute, 'gu');
const reference = /&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-f]{1,6});)/i;
/** Characters that no document of XML may contain. */
const forbidden = /(?![\t\n\r])\p{Cc}|[\ufffe\uffff]/u;
const svgNamespace = 'http://www.w3.org/2000/svg';

/**
 * Whether a text is a well-formed document of XML whose root is an svg element, so that every program reads it alike. It
 * may not declare entities, which could make it much larger.
 */
export function isWellFormedSvg(text: string): boolean {
  if (forbidden.test(text)) return false;
  /** The elements that are open, each with the prefixes that are declared in it. */
  const open: { element: string; prefixes: ReadonlySet<string> }[] = [];
  let hasRoot = false;
  part.lastIndex = 0;
  while (part.lastIndex < text.length) {
    const { end, start, attributes: given = '', isEmpty, text: between } = part.exec(text)?.groups ?? {};
    if (part.lastIndex === 0) return false;
    if (end !== undefined && open.pop()?.element !== end) return false;
    if (between !== undefined && !isText(between, open.length > 0)) return false;
    if (start === undefined) continue;
    const named = [...given.matchAll(attributes)].map(([, name = '', value = '']) => [
      name,
      value.slice(1, -1),
    ]);
    if (open.length === 0 && (hasRoot || !isSvgRoot(start, named))) return false;
    hasRoot = true;
    const declared = named.flatMap(([name = '']) => (name.startsWith('xmlns:') ? [name.slice(6)] : []));
    const prefixes = new Set([...(open.at(-1)?.prefixes ?? ['xml', 'xmlns']), ...declared]);
    const names = named.map(([name = '']) => name);
    if (new Set(names).size < names.length || named.some(([, value = '']) => reference.test(value)))
      return false;
    if ([start, ...names].some(one => one.includes(':') && !prefixes.has(one.split(':')[0]!))) return false;
    if (isEmpty === '') open.push({ element: start, prefixes });
  }
  return hasRoot && open.length === 0;
}

const isText = (text: string, isInside: boolean) =>
  isInside ? !reference.test(text) && !text.includes(']]>') : text.trim() === '';

const isSvgRoot = (element: string, attributes: string[][]) =>
  element === 'svg' && attributes.some(([name, value]) => name === 'xmlns' && value === svgNamespace);
