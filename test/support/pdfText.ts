import { inflateSync } from 'node:zlib';

/** The text on each page of a PDF that Corkboard made, one line for each run of text, in the order in which it is drawn. */
export function pdfText(bytes: Uint8Array): string[] {
  const objects = objectsOf(Buffer.from(bytes).toString('latin1'));
  const pages = [...objects.values()].filter(object => /\/Type \/Page\n/.test(object));
  return pages.map(page => {
    const glyphs = new Map<string, Map<number, string>>();
    const [, named = ''] = /\/Font <<([^>]*)>>/.exec(page) ?? [];
    for (const [, name, id] of named.matchAll(/\/(\w+) (\d+) 0 R/g)) {
      const [, toUnicode] = /\/ToUnicode (\d+)/.exec(objects.get(id!)!)!;
      glyphs.set(name!, glyphsOf(objects.get(toUnicode!)!));
    }
    const [, contents] = /\/Contents (\d+) 0 R/.exec(page)!;
    return textOf(inflated(objects.get(contents!)!), glyphs);
  });
}

const objectsOf = (file: string) =>
  new Map(
    [...file.matchAll(/(?<=\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g)].map(([, id, object]) => [id!, object!]),
  );

function inflated(object: string): string {
  const start = object.indexOf('stream\n') + 'stream\n'.length;
  return inflateSync(Buffer.from(object.slice(start, object.lastIndexOf('\nendstream')), 'latin1')).toString(
    'latin1',
  );
}

/** The texts of a font's glyphs, by number. */
function glyphsOf(characterMap: string): Map<number, string> {
  const glyphs = new Map<number, string>();
  const decode = (digits: string) => Buffer.from(digits, 'hex').swap16().toString('utf16le');
  for (const [, glyph, text] of characterMap.matchAll(/^<([\dA-F]{4})> <([\dA-F]+)>$/gim))
    glyphs.set(Number.parseInt(glyph!, 16), decode(text!));
  return glyphs;
}

/** Fonts, strings in parentheses or in hexadecimal, and the ends of runs of text. */
const operators = /\/(\w+) [\d.]+ Tf|\(|<([\dA-F]+)>|EMC/giy;

function textOf(content: string, glyphs: Map<string, Map<number, string>>): string {
  let font: Map<number, string> | undefined;
  let text = '';
  const add = (codes: Buffer) => {
    for (let at = 0; at + 1 < codes.length; at += 2) text += font?.get(codes.readUInt16BE(at)) ?? '';
  };
  for (let at = 0; at < content.length; ) {
    operators.lastIndex = at;
    const [found, name, hex] = operators.exec(content) ?? [];
    at += found?.length ?? 1;
    if (name !== undefined) font = glyphs.get(name);
    else if (hex !== undefined) add(Buffer.from(hex, 'hex'));
    else if (found === 'EMC') text += '\n';
    else if (found === '(') {
      const { codes, end } = stringAt(content, at);
      add(codes);
      at = end;
    }
  }
  return text.replaceAll(/\n+/g, '\n').trim();
}

const escapes: Record<string, number> = { n: 10, r: 13, t: 9, b: 8, f: 12 };

/** The bytes of the string that begins after a parenthesis. Pairs of parentheses in it are not escaped. */
function stringAt(content: string, start: number): { codes: Buffer; end: number } {
  const codes: number[] = [];
  let depth = 1;
  let at = start;
  for (; at < content.length; at++) {
    const char = content[at]!;
    if (char === '(') depth++;
    if (char === ')' && --depth === 0) break;
    if (char !== '\\') {
      codes.push(char.charCodeAt(0));
      continue;
    }
    const [octal] = /^[0-7]{1,3}/.exec(content.slice(at + 1, at + 4)) ?? [];
    const escaped = content[at + 1]!;
    codes.push(octal === undefined ? (escapes[escaped] ?? escaped.charCodeAt(0)) : Number.parseInt(octal, 8));
    at += octal?.length ?? 1;
  }
  return { codes: Buffer.from(codes), end: at + 1 };
}
