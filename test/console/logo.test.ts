import { createHash } from 'node:crypto';
import test from 'ava';
import { logoPath } from '../../src/console/components/logo.ts';
import { shows } from '../support/browser.ts';
import { consoleWorld } from '../support/console.ts';
import { pngImage } from '../support/images.ts';
import type { PersonBrowser } from '../support/session.ts';

const w = consoleWorld(test);
const { sql, call } = w;

const hexOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

test('a logo that a document was issued with is served to whoever has its address, for good, as an image and as nothing else', async t => {
  const studio = await w.workspace();
  const other = await w.workspace();
  const image = pngImage();
  await call('change_logo', studio.id, image);
  const { id } = await studio.project();
  await call('send_invoice', studio.id, (await studio.invoice(id)).id);
  await call('remove_logo', studio.id);
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

const page = '/settings/documents';
/** Sends a file as browsers do. */
async function upload(owner: PersonBrowser, file: Buffer | string, more: Record<string, string> = {}) {
  const form = new FormData();
  for (const [name, value] of Object.entries(more)) form.append(name, value);
  form.append('logo', new Blob([file as BlobPart]), 'logo.png');
  return owner.send(`${page}/logo`, form);
}

test('the owner uploads a logo, sees it, uploads another one and removes it', async t => {
  const studio = await w.workspace();
  const owner = await w.owner(studio.id);
  t.regex((await owner.get(page)).text, /<form [^>]*enctype="multipart\/form-data"/);
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><rect width="9" height="9"/></svg>';
  const addresses: string[] = [];
  for (const image of [pngImage(), Buffer.from(svg)]) {
    await upload(owner, image);
    const shown = await owner.get(page);
    const [, address] = /<img class="logo" src="([^"]+)" alt="Logo of Studio">/.exec(shown.text)!;
    t.is((await owner.get(address!)).headers.get('content-type'), 'image/png');
    addresses.push(address!);
  }
  await owner.press(await owner.get(page), 'Remove logo');
  t.false((await owner.get(page)).text.includes('<img'));
  const changes = `select count(corkboard.change_logo($1, convert_to(n::text, 'UTF8'))) from generate_series(1, 120) n`;
  await sql(changes, studio.id);
  t.is((await sql('select 1 from corkboard.workspace_logos where workspace_id = $1', studio.id)).length, 1);
  for (const address of addresses) t.is((await owner.get(address)).status, 404, 'no document has shown it');
});

test('a file that is no logo is refused beside the field, however large it is', async t => {
  const studio = await w.workspace();
  const owner = await w.owner(studio.id);
  for (const [file, rule] of [
    ['', 'is required'],
    ['<html></html>', 'must be a PNG, JPEG or SVG image'],
    [Buffer.alloc(204_801), 'must be at most 200 KB'],
    [Buffer.alloc(3_000_000), 'must be at most 200 KB'],
  ] as const) {
    const refused = await upload(owner, Buffer.from(file));
    t.is(refused.status, 422, rule);
    shows(t, refused, `File ${rule}.`);
    t.regex(refused.text, new RegExp(`id="logo-logo-error">File ${rule}\\.<`));
  }
  const many = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`a${n}`, '1']));
  t.is((await upload(owner, pngImage(), many)).status, 422, 'what follows too many fields is left out');
  const parts = 'multipart/form-data; boundary=a';
  const bomb = '--a\r\n\r\n\r\n'.repeat(200);
  const unended = '--a\r\nContent-Disposition: form-data; name="logo"; filename="a"\r\n\r\nx';
  for (const [form, type, body, status] of [
    ['logo', 'multipart/form-data', 'x', 400],
    ['logo', parts, 'x', 400],
    ['logo', parts, unended, 400],
    ['logo', parts, bomb, 422],
    ['logo', parts, Buffer.alloc(20_000_001), 413],
    ['set', parts, 'x', 400],
  ] as const)
    t.is((await owner.send(`${page}/${form}`, body, { 'Content-Type': type })).status, status, type);
  t.deepEqual(await sql('select 1 from corkboard.workspace_logos where workspace_id = $1', studio.id), []);
});
