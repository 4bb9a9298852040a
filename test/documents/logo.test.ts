import test from 'ava';
import sharp from 'sharp';
import { LimitedProcess } from '../../src/concurrency/limited/limitedProcess.ts';
import { convertLogo } from '../../src/documents/logo/convertLogo.ts';
import { toPng } from '../../src/documents/logo/toPng.ts';
import { pngImage } from '../support/images.ts';

const svg = (inside: string, attributes = 'width="30" height="10"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inside}</svg>`;

/** A PNG image of one color. */
const image = (width: number, height: number, background: object = { r: 200, g: 30, b: 30 }) =>
  sharp({ create: { width, height, channels: 3, background: { r: 0, g: 0, b: 0, ...background } } });

/** What became of an image: `width x height channels` and its first pixel, or the rule that it breaks. */
async function shown(bytes: Buffer | string): Promise<string> {
  const converted = await toPng(Buffer.from(bytes));
  if ('rule' in converted) return converted.rule;
  const { format, space, icc, exif } = await sharp(converted.png).metadata();
  if (format !== 'png' || icc !== undefined || exif !== undefined) return 'more than pixels';
  const { data, info } = await sharp(converted.png).raw().toBuffer({ resolveWithObject: true });
  return `${info.width}x${info.height} ${space} ${[...data.subarray(0, info.channels)].join(' ')}`;
}

test('an image becomes a PNG in sRGB, upright and no larger than it is shown', async t => {
  t.is(await shown(pngImage()), '2x2 srgb 0 0 0');
  t.is(await shown(await image(2_000, 100).png().toBuffer()), '1200x60 srgb 200 30 30');
  const turned = await image(40, 20).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  t.regex(await shown(turned), /^20x40 srgb (199|200) (29|30) (29|30)$/);
  const cmyk = await image(40, 20).toColourspace('cmyk').jpeg().toBuffer();
  t.is((await sharp(cmyk).metadata()).space, 'cmyk');
  t.regex(await shown(cmyk), /^40x20 srgb (19|20)\d \d\d? \d\d?$/);
  t.is(await shown(svg('<rect width="30" height="10" fill="#c81e1e"/>')), '1200x400 srgb 200 30 30 255');
  t.is(await shown(svg('<rect width="60" height="10"/>', '')), '1200x200 srgb 0 0 0 255');
});

test('a letter of an SVG image is drawn, whatever fonts the machine has', async t => {
  const text = svg('<text y="10" font-family="Unknown">HHHHH</text>');
  const converted = await convertLogo('a', Buffer.from(text));
  t.true('png' in converted && (await sharp(converted.png).stats()).channels[3]!.mean > 1);
});

test('a PNG that would be too large has fewer pixels', async t => {
  const noise = Buffer.from(Array.from({ length: 1_200 * 400 * 3 }, (_, n) => (n * 7_919) >> 3));
  const converted = await toPng(
    await sharp(noise, { raw: { width: 1_200, height: 400, channels: 3 } })
      .jpeg()
      .toBuffer(),
  );
  t.true('png' in converted && converted.png.length <= 204_800);
});

test('what is no image, damaged or too large is refused', async t => {
  const damaged = 'must be a complete image: this file is damaged';
  const jpeg = await image(300, 200).jpeg().toBuffer();
  const undrawn = 'must be an SVG image that can be drawn';
  for (const [bytes, rule] of [
    ['<html><body></body></html>', 'must be a PNG, JPEG or SVG image'],
    [await image(4_001, 1).png().toBuffer(), 'must be at most 4000 pixels wide and 4000 pixels high'],
    [svg('', 'width="3000000" height="10"'), 'must be at most 4000 pixels wide and 4000 pixels high'],
    [(await image(300, 200).png().toBuffer()).subarray(0, -50), damaged],
    [jpeg.subarray(0, -200), damaged],
    [svg('<g>'), undrawn],
    [svg('', ''), undrawn],
    [svg('<g>'.repeat(20_000) + '</g>'.repeat(20_000)), undrawn],
  ] as const)
    t.is(await shown(bytes), rule, `${bytes.slice(0, 40)}`);
  const other = { rule: 'must be a PNG, JPEG or SVG image' };
  for (const text of ['', 'logo', 'GIF89a', '%PDF-1.7', '\0', ' '.repeat(300)])
    t.deepEqual(await convertLogo('a', Buffer.from(text)), other, text);
  t.deepEqual(await convertLogo('a', Buffer.alloc(204_801)), { rule: 'must be at most 200 KB' });
});

test('an SVG image reads no files, and one that takes too long to draw is refused', async t => {
  const file = `<image href="${import.meta.dirname}/../../src/console/assets/console.svg" width="30" height="10"/>`;
  t.is(await shown(svg(`${file}${file.replace('href="', 'href="file://')}`)), '1200x400 srgb 0 0 0 0');
  t.is(await shown(svg('<script>while(true){}</script>')), '1200x400 srgb 0 0 0 0');
  t.is(await shown(svg(`<g fill="url(${' '.repeat(100_000)}"/>`)), '1200x400 srgb 0 0 0 0');
  const blurred = `<g filter="${'blur(20) '.repeat(2_000)}"><rect width="30" height="10"/></g>`;
  const impatient = new LimitedProcess<Uint8Array, never>(
    new URL('../../src/documents/logo/child.ts', import.meta.url),
    { ms: 600, megabytes: 600, keptMegabytes: 600, idleMs: 1 },
  );
  const late = { rule: 'must be a simpler image: this one takes too long to draw' };
  t.deepEqual(await convertLogo('a', Buffer.from(svg(blurred)), impatient), late);
});
