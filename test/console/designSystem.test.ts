import { readFileSync } from 'node:fs';
import test from 'ava';
import { styleSheet as css } from '../../src/console/html/assets.ts';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const root = /:root \{[^}]*\}/.exec(css)![0];
const tokens = [...root.matchAll(/(--[\w-]+):/g)].map(([, name]) => name!);

test('every color and shadow in the style sheet is a token', t => {
  t.regex(root, /#/);
  t.deepEqual(css.replace(root, '').match(/#[0-9a-f]{3,8}\b|rgb\(|hsl\(|oklch\(|light-dark\(/gi), null);
});

test('the style sheet uses every token, and no undefined ones', t => {
  const used = new Set([...css.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name!));
  t.deepEqual([...used].sort(), tokens.toSorted());
});

test('docs/design-system.md lists every token, or the first and last of a scale', t => {
  const docs = read('docs/design-system.md');
  const scales = [...docs.matchAll(/`(--\w+)-\w+` to `\1-\w+`/g)].map(([, name]) => name!);
  t.deepEqual(scales, ['--space', '--size']);
  const isListed = (token: string) =>
    docs.includes(`\`${token}\``) ||
    scales.some(scale => token.startsWith(`${scale}-`)) ||
    (token.endsWith('-soft') && docs.includes(`\`${token.replace('-soft', '')}\``));
  t.deepEqual(
    tokens.filter(token => !isListed(token)),
    [],
  );
});

test('the icons are exact copies of those in lucide-static', t => {
  const sprite = readFileSync(new URL(import.meta.resolve('lucide-static/sprite.svg')), 'utf8');
  const copies = read('src/console/assets/icons.svg').match(/<symbol [\s\S]*?<\/symbol>/g)!;
  t.true(copies.length > 5);
  for (const copy of copies) t.true(sprite.includes(copy), copy);
});
