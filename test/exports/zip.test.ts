import test from 'ava';
import { zipOf } from '../../src/exports/zip.ts';
import { unzip } from '../support/zip.ts';

async function* files(count: number) {
  for (let n = 1; n <= count; n++)
    yield {
      name: `${n}.txt`,
      input: (async function* () {
        yield 'é'.repeat(n - 1);
        yield 'é';
      })(),
      lastModified: new Date('2026-11-29T13:37:42Z'),
    };
}

test('an archive with more files than its usual end can count has an end that counts them', async t => {
  const most = 2;
  for (const count of [0, most, most + 1]) {
    const zip = Buffer.concat(await Array.fromAsync(zipOf(files(count), most)));
    const read = unzip(zip);
    t.deepEqual(
      [...read].map(([name, bytes]) => [name, String(bytes)]),
      Array.from({ length: count }, (_, n) => [`${n + 1}.txt`, 'é'.repeat(n + 1)]),
    );
    // 13:37:42 and 2026-11-29, as DOS writes them.
    if (count > 0) t.deepEqual([zip.readUInt16LE(10), zip.readUInt16LE(12)], [0x6cb5, 0x5d7d]);
    const locator = zip.length - 22 - 20;
    const hasMore = count > most;
    t.is(zip.readUInt32LE(Math.max(locator, 0)) === 0x07064b50, hasMore);
    if (!hasMore) continue;
    const end = Number(zip.readBigUInt64LE(locator + 8));
    t.is(end, locator - 56);
    t.is(zip.readUInt32LE(end), 0x06064b50);
    const [, entries, size, offset] = [24, 32, 40, 48].map(at => Number(zip.readBigUInt64LE(end + at)));
    t.deepEqual([entries, offset! + size!], [count, end]);
    t.is(zip.readUInt32LE(offset), 0x02014b50);
  }
});
