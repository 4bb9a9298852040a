import { createHash } from 'node:crypto';
import test from 'ava';
import { logoPath } from '../../src/console/parts/logo.ts';
import { consoleWorld } from '../support/console.ts';
import { pngImage } from '../support/images.ts';

const w = consoleWorld(test);
const { sql } = w;

const hexOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

test('a logo is served to whoever has its address, for good, as an image and as nothing else', async t => {
  const studio = await w.workspace();
  const other = await w.workspace();
  const image = pngImage();
  await sql(`select corkboard.set_logo($1, 'image/png', $2)`, studio.id, image);
  await sql('select corkboard.remove_logo($1)', studio.id);
  const address = logoPath(studio.id, hexOf(image));
  const { status, headers } = await w.stranger().get(address);
  t.is(status, 200);
  t.is(headers.get('content-type'), 'image/png');
  t.is(headers.get('content-length'), String(image.length));
  t.is(headers.get('x-content-type-options'), 'nosniff');
  t.regex(headers.get('content-security-policy')!, /default-src 'none'.*; sandbox$/);
  t.regex(headers.get('cache-control')!, /immutable/);
  for (const wrong of [
    logoPath(other.id, hexOf(image)),
    logoPath(studio.id, hexOf(Buffer.from('x'))),
    logoPath(studio.id, 'x'),
    logoPath('x', hexOf(image)),
  ])
    t.is((await w.stranger().get(wrong)).status, 404, wrong);
});
