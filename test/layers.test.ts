import { globSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { importsOf } from './support/imports.ts';

// Imports point one way: from the entry points down to what knows nothing of Corkboard. So a part can be read, changed
// and tested without those above it.

/** The parts of the console, in the same order. */
const inConsole = [
  'routing',
  'share',
  'signIn',
  'pages',
  'posts',
  'page',
  'charts',
  'components',
  'queries',
  'forms',
  'requests',
  'html',
  'sessions',
];

/** The parts of the service, each of which may import only from those after it. */
const layers = [
  'tasks',
  'src/bin',
  'src/metrics',
  'src/demo',
  'src/operator',
  ...inConsole.map(folder => `src/console/${folder}`),
  'src/http',
  'src/jobs',
  'src/imports',
  'src/actions',
  'src/admission',
  'src/operations',
  'src/exports',
  'src/classification',
  'src/documents',
  'src/money',
  'src/webhooks',
  'src/signIn',
  'src/mail',
  'src/config.ts',
  'src/records',
  'src/database',
  'src/log.ts',
  'src/version.ts',
  'src/languages',
  'src/vocabulary',
  'src/formatting',
  'src/concurrency',
  'src/telemetry',
  'src/errors',
];

const root = join(import.meta.dirname, '..');
const files = globSync('{src,tasks}/**/*.ts', { cwd: root }).sort();
const imports = new Map(files.map(file => [file, importsOf(file)]));

const layerOf = (file: string) => layers.findIndex(layer => file === layer || file.startsWith(`${layer}/`));

test('every file belongs to a layer', t => {
  t.deepEqual(
    files.filter(file => layerOf(file) === -1),
    [],
  );
});

test('no layer imports from one above it', t => {
  const upward = [...imports].flatMap(([file, paths]) =>
    paths.filter(path => layerOf(path) < layerOf(file)).map(path => `${file} imports ${path}`),
  );
  t.deepEqual(upward, []);
});

/** What is beside the service, and the folders that each may import from. */
const beside: Record<string, string[]> = {
  harness: ['harness', 'src'],
  'test/support': ['test/support', 'harness', 'src', 'tasks'],
  bench: ['bench', 'test/support', 'harness', 'src'],
  chaos: ['chaos', 'test/support', 'harness', 'src'],
  drill: ['drill', 'test/support', 'harness', 'src'],
};

test('benchmarks, chaos and drills share a harness and the helpers of tests, which import none of them', t => {
  for (const [folder, allowed] of Object.entries(beside)) {
    for (const file of globSync(`${folder}/**/*.ts`, { cwd: root }))
      for (const path of importsOf(file))
        t.true(
          allowed.some(one => path.startsWith(`${one}/`)),
          `${file} imports ${path}`,
        );
  }
});

test('no files import each other in a circle', t => {
  const finished = new Set<string>();
  const circles: string[] = [];
  const follow = (file: string, path: string[]) => {
    if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file].join(' → '));
    if (path.includes(file) || finished.has(file)) return;
    for (const imported of imports.get(file) ?? []) follow(imported, [...path, file]);
    finished.add(file);
  };
  for (const file of files) follow(file, []);
  t.deepEqual(circles, []);
});
