import type { SvgElement } from './svgImage.ts';

const name = String.raw`[\p{L}_][\p{L}\p{N}_.\u00b7-]*(?::[\p{L}_][\p{L}\p{N}_.\u00b7-]*)?`;
const attribute = String.raw`(${name})\s*=\s*("[^"<]*"|'[^'<]*')`;

/** The parts of a document, one after the other. A document type with declarations of its own is none of them. */
const part = new RegExp(
  [
    String.raw`<!--(?:(?!--)[\s\S])*-->`,
    String.raw`<\?${name}(?:(?!\?>)[\s\S])*\?>`,
    String.raw`<!\[CDATA\[(?<data>(?:(?!\]\]>)[\s\S])*)\]\]>`,
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

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** A text with its references replaced by what they stand for. */
const decoded = (text: string): string =>
  text.replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (_, hex, digits, name) => {
    if (name !== undefined) return named[name.toLowerCase()]!;
    const code = hex === undefined ? Number(digits) : Number.parseInt(hex, 16);
    return code <= 0x10_ffff ? String.fromCodePoint(code) : '\ufffd';
  });

/**
 * The root of a text that is a well-formed document of XML whose root is an svg element, so that every program reads it
 * alike; null if it is none. It may not declare entities, which could make it much larger.
 */
export function readSvg(text: string): SvgElement | null {
  if (forbidden.test(text)) return null;
  /** The elements that are open, each with its name as written and the prefixes that are declared in it. */
  const open: { tag: string; element: SvgElement; prefixes: ReadonlySet<string> }[] = [];
  let root: SvgElement | null = null;
  part.lastIndex = 0;
  while (part.lastIndex < text.length) {
    const {
      end,
      start,
      attributes: given = '',
      isEmpty,
      text: between,
      data,
    } = part.exec(text)?.groups ?? {};
    if (part.lastIndex === 0) return null;
    if (end !== undefined && open.pop()?.tag !== end) return null;
    if (between !== undefined && !isText(between, open.length > 0)) return null;
    const parent = open.at(-1);
    if (parent) parent.element.text += data ?? decoded(between ?? '');
    if (start === undefined) continue;
    const pairs = [...given.matchAll(attributes)].map(([, name = '', value = '']) => [
      name,
      value.slice(1, -1),
    ]);
    if (open.length === 0 && (root !== null || !isSvgRoot(start, pairs))) return null;
    const declared = pairs.flatMap(([name = '']) => (name.startsWith('xmlns:') ? [name.slice(6)] : []));
    const prefixes = new Set([...(parent?.prefixes ?? ['xml', 'xmlns']), ...declared]);
    const names = pairs.map(([name = '']) => name);
    if (new Set(names).size < names.length || pairs.some(([, value = '']) => reference.test(value)))
      return null;
    if ([start, ...names].some(one => one.includes(':') && !prefixes.has(one.split(':')[0]!))) return null;
    const element: SvgElement = {
      name: start.split(':').at(-1)!,
      attributes: new Map(pairs.map(([name = '', value = '']) => [name, decoded(value)])),
      children: [],
      text: '',
    };
    root ??= element;
    parent?.element.children.push(element);
    if (isEmpty === '') open.push({ tag: start, element, prefixes });
  }
  return open.length === 0 ? root : null;
}

const isText = (text: string, isInside: boolean) =>
  isInside ? !reference.test(text) && !text.includes(']]>') : text.trim() === '';

const isSvgRoot = (element: string, attributes: string[][]) =>
  element === 'svg' && attributes.some(([name, value]) => name === 'xmlns' && value === svgNamespace);
