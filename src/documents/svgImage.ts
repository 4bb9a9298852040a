/** An element of an SVG image. */
export interface SvgElement {
  /** Without its prefix. */
  name: string;
  attributes: ReadonlyMap<string, string>;
  children: SvgElement[];
  /** The text that is directly in it. */
  text: string;
}

/**
 * The elements that a logo can't have. Each of them lets a small file take minutes or gigabytes to draw (filters, patterns
 * and markers), draws another file (images) or is never drawn (scripts and pages).
 */
const refused = new Set(['filter', 'foreignObject', 'image', 'marker', 'pattern', 'script']);

/** The elements whose text is drawn. */
const lettered = new Set(['a', 'text', 'textPath', 'tspan']);

/** The most elements and letters that are drawn, each counted again for each reference to it, and how deep they may lie. */
const maxDrawn = 20_000;
const maxDepth = 100;
/** The most rules and references of the style sheets. Each is tried on each element. */
const maxRules = 500;

const selectors = String.raw`\s*[.#]?[\w-]+\s*(?:,\s*[.#]?[\w-]+\s*)*`;
const rule = new RegExp(String.raw`(${selectors})\{([^{}\\@]*)\}`, 'y');
const urlReference = /url\(\s*["']?\s*#([^"')\s]+)/gi;

/**
 * The rule that an SVG image breaks as a logo; null if it breaks none. The renderer of PDFs draws a logo with a stack and a
 * memory of its own, and the whole process ends when they do.
 */
export function svgFault(root: SvgElement): string | null {
  const elements: SvgElement[] = [];
  const depths = new Map([[root, 1]]);
  // A loop, because a file of 200 KB can be 50,000 elements deep.
  for (const [element, depth] of depths) {
    if (depth > maxDepth) return tooMuch;
    elements.push(element);
    for (const child of element.children) depths.set(child, depth + 1);
  }
  const found = elements.find(({ name }) => refused.has(name));
  if (found) return `must be an SVG image without the element ${found.name}`;
  const styles = styleReferences(elements);
  if (styles === null) return 'must be an SVG image whose style sheets have only simple rules';
  return drawn(root, elements, styles) > maxDrawn ? tooMuch : null;
}

const tooMuch = 'must be a simpler SVG image';

/** A style sheet without its comments. A regular expression would take a square of its length. */
function withoutComments(sheet: string): string {
  const [start = '', ...rest] = sheet.split('/*');
  return [start, ...rest.map(part => (part.includes('*/') ? part.slice(part.indexOf('*/') + 2) : ''))].join(
    ' ',
  );
}

/** What the style sheets refer to, by selector; null if they aren't simple. */
function styleReferences(elements: readonly SvgElement[]): ReadonlyMap<string, string[]> | null {
  const found = new Map<string, string[]>();
  let rules = 0;
  for (const { text } of elements.filter(({ name }) => name === 'style')) {
    const sheet = withoutComments(text).trim();
    rule.lastIndex = 0;
    while (rule.lastIndex < sheet.length) {
      const [, names = '', declarations = ''] = rule.exec(sheet) ?? [];
      const ids = urlsIn(declarations);
      const list = names.split(',').map(one => one.trim());
      rules += list.length * (1 + ids.length);
      if (rule.lastIndex === 0 || rules > maxRules) return null;
      for (const name of list) found.set(name, [...(found.get(name) ?? []), ...ids]);
    }
  }
  return found;
}

const urlsIn = (text: string): string[] => [...text.matchAll(urlReference)].map(([, id = '']) => id);

/** How many elements are drawn with an element; Infinity if it lies too deep, is too much, or refers to itself. */
function drawn(
  root: SvgElement,
  elements: readonly SvgElement[],
  styles: ReadonlyMap<string, string[]>,
): number {
  const byId = Map.groupBy(elements, ({ attributes }) => attributes.get('id') ?? '');
  const known = new Map<SvgElement, { count: number; height: number }>();
  const endless = { count: Number.POSITIVE_INFINITY, height: 0 };
  const weigh = (element: SvgElement, depth: number): { count: number; height: number } => {
    const sum = known.get(element) ?? { count: 1 + lettersOf(element), height: 1 };
    if (depth + sum.height > maxDepth) return endless;
    if (known.has(element)) return sum;
    const referred = referencesOf(element, styles).flatMap(id => byId.get(id) ?? []);
    for (const part of [...element.children, ...referred]) {
      const { count, height } = weigh(part, depth + 1);
      sum.count += count;
      sum.height = Math.max(sum.height, height + 1);
      // A circle would be followed along each of its ways.
      if (sum.count > maxDrawn) return endless;
    }
    known.set(element, sum);
    return sum;
  };
  return weigh(root, 1).count;
}

const lettersOf = ({ name, text }: SvgElement): number => (lettered.has(name) ? text.length : 0);

function referencesOf(
  { name, attributes }: SvgElement,
  styles: ReadonlyMap<string, string[]>,
): readonly string[] {
  const found: string[] = [];
  for (const [key, value] of attributes) {
    if (name !== 'a' && /^(?:.*:)?href$/.test(key) && value.trim().startsWith('#'))
      found.push(value.trim().slice(1));
    found.push(...urlsIn(value));
  }
  const classes = (attributes.get('class') ?? '').split(/\s+/).map(one => `.${one}`);
  for (const selector of [name, `#${attributes.get('id') ?? ''}`, ...classes])
    found.push(...(styles.get(selector) ?? []));
  return found;
}
