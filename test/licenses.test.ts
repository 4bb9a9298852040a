import { readFile } from 'node:fs/promises';
import test from 'ava';
import { licensesFile, listLicenses, productionPackages } from './support/licenses.ts';

/** Those that ask for no more than to be named. */
const permissive = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'WTFPL',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
];

/**
 * sharp loads libvips (LGPL-3.0-or-later) as a shared library of a package of its own, unchanged and exchangeable, which the
 * license permits without any duty for our own code.
 */
const libvips = /^@img\/sharp-(libvips-(darwin|linux|linuxmusl)-[a-z0-9]+|wasm32|win32-(arm64|ia32|x64))$/;
const permissiveOf = (name: string) =>
  libvips.test(name) ? [...permissive, 'LGPL-3.0-or-later'] : permissive;

test('the list of licenses matches the lock file', async t => {
  t.is(
    await readFile(licensesFile, 'utf8'),
    await listLicenses(),
    'If the change is meant: npm run licenses.',
  );
});

test('production installs only packages that ask for attribution at most, and the library that sharp loads', async t => {
  const packages = await productionPackages();
  t.true(packages.length > 10);
  t.deepEqual(
    packages.filter(
      ({ name: packageName, license }) =>
        !license
          .replace(/[()]/g, '')
          .split(/ or /i)
          .some(choice => choice.split(' AND ').every(name => permissiveOf(packageName).includes(name))),
    ),
    [],
  );
});
