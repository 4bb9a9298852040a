import { readdirSync, readFileSync } from 'node:fs';
import test from 'ava';

const copies = new URL('../../src/console/assets/icons/', import.meta.url);

test('the icons are exact copies of those in lucide-static', t => {
  const files = readdirSync(copies);
  t.true(files.length > 5);
  for (const file of files) {
    const original = readFileSync(new URL(import.meta.resolve(`lucide-static/icons/${file}`)), 'utf8');
    t.is(readFileSync(new URL(file, copies), 'utf8'), original, file);
  }
});
