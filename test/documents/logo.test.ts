import { readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import test, { type ExecutionContext } from 'ava';
import { logoType } from '../../src/documents/logo.ts';
import { jpegImage, pngImage } from '../support/images.ts';

const ofText = (text: string) => logoType(Buffer.from(text));

/** Checks what becomes of each text: `fault` null stands for an SVG image. */
async function areAll(t: ExecutionContext, fault: string | null, texts: readonly string[]) {
  const expected = fault === null ? { type: 'image/svg+xml' } : { rule: fault };
  for (const text of texts) t.deepEqual(await ofText(text), expected, text.slice(0, 100));
}

const svg = (inside: string, attributes = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg"${attributes}>${inside}</svg>`;

test('images are known by their bytes', async t => {
  t.deepEqual(await logoType(pngImage()), { type: 'image/png' });
  t.deepEqual(await logoType(jpegImage()), { type: 'image/jpeg' });
  const drawn = readFileSync(new URL('../../src/console/assets/console.svg', import.meta.url));
  t.deepEqual(await logoType(drawn), { type: 'image/svg+xml' });
  const others = ['', 'logo', 'GIF89a', '%PDF-1.7', '<html><body></body></html>', '\u0000'];
  await areAll(t, 'must be a PNG, JPEG or SVG image', others);
});

test('an image of too many pixels and one of too many bytes are refused', async t => {
  const large = { rule: 'must be at most 4000 pixels wide and 4000 pixels high' };
  t.deepEqual(await logoType(pngImage({ width: 4001 })), large);
  t.deepEqual(await logoType(jpegImage({ height: 0 })), large);
  t.deepEqual(await logoType(Buffer.alloc(204_801)), { rule: 'must be at most 200 KB' });
});

test('a damaged image is refused, also if its parts are whole', async t => {
  const rows = Buffer.alloc(2 * 3);
  const interlaced = Buffer.alloc(2 + 2 + 3);
  const damaged = { rule: 'must be a complete image: this file is damaged' };
  const cut = [pngImage().subarray(0, -4), Buffer.from(pngImage().with(40, 7)), jpegImage().subarray(0, -2)];
  for (const bytes of cut) t.deepEqual(await logoType(bytes), damaged);
  for (const [index, [fields, expected]] of [
    [{ rows }, { type: 'image/png' }],
    [{ width: 4000, height: 4000 }, { type: 'image/png' }],
    [{ interlacing: 1, rows: interlaced }, { type: 'image/png' }],
    [{ interlacing: 1, rows: interlaced.subarray(1) }, damaged],
    [{ rows: rows.subarray(1) }, damaged],
    [{ rows: Buffer.from(rows.with(3, 5)) }, damaged],
    [{ deflated: Buffer.from('no pixels') }, damaged],
    [{ colorType: 3 }, damaged],
    [{ colorType: 5 }, damaged],
    [{ colorType: 2, rows }, damaged],
    [{ depth: 3 }, damaged],
    // 50 MB of zeros.
    [{ deflated: deflateSync(Buffer.alloc(50_000_000)) }, { type: 'image/png' }],
  ].entries() as Iterable<[number, [object, object]]>)
    t.deepEqual(await logoType(pngImage(fields)), expected, `${index}`);
});

test('an SVG image must be a well-formed document of XML without entities of its own', async t => {
  await areAll(t, null, [
    `\ufeff<?xml version="1.0"?>\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "svg11.dtd">\n${svg('')}\n`,
    svg('<!-- - a - >--><g><path d="M0 0"/></g>Ünïcode &amp; &#x41;<![CDATA[<&]]>'),
    svg('<use xlink:href="#a"/>', ' xmlns:xlink="http://www.w3.org/1999/xlink"'),
    svg(`<text class='a "b"' x = "1">a > b</text>`),
  ]);
  const unclosed = ['<g>', '</g>', '<g></a>', '<g', '<!-- -- -->', ']]>', '<1/>'];
  const attributes = ['<g a=1/>', '<g a="1" a="2"/>', '<g a="<"/>', '<use xlink:href="#a"/>'];
  const texts = ['&nbsp;', 'a & b', '\u0001'];
  await areAll(t, 'must be a well-formed SVG image', [
    ...[...unclosed, ...attributes, ...texts].map(inside => svg(inside)),
    `<!DOCTYPE svg [<!ENTITY a "aaaa">]>${svg('')}`,
    `${svg('')}${svg('')}`,
    '<svg></svg>',
    `<g>${svg('')}</g>`,
  ]);
  t.deepEqual(await logoType(Buffer.from(svg('ü'), 'latin1')), { rule: 'must be a PNG, JPEG or SVG image' });
});

test('an SVG image that would take the renderer minutes, gigabytes or its stack is refused', async t => {
  const nested = (depth: number) => svg('<g>'.repeat(depth) + '</g>'.repeat(depth));
  /** Each element refers to the one before it, as often as said. */
  const chain = (length: number, times: number, reference: (to: number) => string) =>
    Array.from({ length }, (_, at) => `<mask id="a${at + 1}">${reference(at).repeat(times)}</mask>`).join('');
  const sheet = (rules: string) => svg(`<style>${rules}</style>`);
  await areAll(t, null, [
    nested(90),
    svg(chain(10, 2, to => `<rect mask="url(#a${to})"/>`)),
    sheet('/* by a program */.a, #b{fill:url(#c)}rect{fill:red}'),
    svg('<metadata><r:RDF xmlns:r="urn:r"/></metadata><linearGradient id="a"/><rect fill="url(#a)"/>'),
    svg('<linearGradient id="a"/><use href="#a"/>'),
    svg('<a href="#b"><g id="b"/></a>'),
    sheet('/*'.repeat(50_000)),
  ]);
  await areAll(t, 'must be a simpler SVG image', [
    nested(20_000),
    svg(chain(100, 1, to => `<use href="#a${to}"/>`)),
    svg(chain(30, 10, to => `<rect mask="url( '#a${to}')"/>`)),
    svg(chain(30, 10, to => `<rect style="clip-path:url(&#x23;a${to})"/>`)),
    svg(chain(30, 3, to => `<style>.c${to}{mask:url(#a${to})}</style><rect class="b c${to}"/>`)),
    svg('<g id="a"><use href="#b"/><use href="#b"/></g><g id="b"><use href="#a"/><use href="#a"/></g>'),
    svg('<rect/>'.repeat(20_001)),
    svg(`<text>${'a'.repeat(20_000)}</text>`),
  ]);
  for (const name of ['image', 'filter', 'pattern', 'marker', 'foreignObject', 'script'])
    await areAll(t, `must be an SVG image without the element ${name}`, [
      svg(`<s:${name} xmlns:s="http://www.w3.org/2000/svg"/>`),
    ]);
  const rules = ['g g{fill:red}', '@import "a";', '.a{', '.a{fill:url(\\23 a)}', 'a{}'.repeat(501)];
  await areAll(t, 'must be an SVG image whose style sheets have only simple rules', rules.map(sheet));
});
