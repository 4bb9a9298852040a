import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { readConfig } from '../src/config.ts';

// Procfile, app.json, Dockerfile and package.json say the same.

const read = (name: string) => readFileSync(join(import.meta.dirname, '..', name), 'utf8');
const { scripts, engines, devDependencies } = JSON.parse(read('package.json'));
const app = JSON.parse(read('app.json'));
const dockerfile = read('Dockerfile');
const processes = [...read('Procfile').matchAll(/^(\w+): npm run (\w+)$/gm)].map(([, ...names]) => names);

test('the processes of the Procfile are the scripts of their names', t => {
  t.deepEqual(
    processes,
    ['release', 'web', 'worker'].map(name => [name, name]),
  );
  for (const [name] of processes) t.true(name! in scripts, name);
});

for (const name of ['web', 'worker']) {
  test(`the image for ${name} runs what its script runs, with no shell between`, t => {
    const [, stage] = new RegExp(` AS ${name}\\n(.*?)(?=\\nFROM|$)`, 's').exec(dockerfile)!;
    const env = [...stage!.matchAll(/^ENV (.*)$/gm)].map(([, set]) => set!);
    const [, command] = /^CMD (.*)$/m.exec(stage!)!;
    t.deepEqual([...env, ...JSON.parse(command!)], scripts[name].replace('exec ', '').split(' '));
  });
}

test('whatever starts a process that looks up names gives it as many threads as the process gives itself', t => {
  const [, threads] = /UV_THREADPOOL_SIZE \?\?= '(\d+)'/.exec(read('src/bin/threads.ts'))!;
  for (const name of ['start', 'web', 'worker']) {
    t.regex(scripts[name], new RegExp(`^UV_THREADPOOL_SIZE=${threads} exec node `), name);
    // Before anything else that is imported can use the pool.
    t.regex(read(`src/bin/${name}.ts`), /^import '\.\/threads\.ts';\n/, name);
  }
  const set = [...dockerfile.matchAll(/^ENV UV_THREADPOOL_SIZE=(\d+)$/gm)].map(([, size]) => size);
  t.deepEqual(set, [threads, threads]);
});

test('images run on one version of Node: the one that the tests run on, and that engines allows', t => {
  const version = read('.node-version').trim();
  t.is(devDependencies.node, version);
  const bases = [...dockerfile.matchAll(/^FROM node:([\d.]+)/gm)].map(([, base]) => base);
  t.deepEqual(bases, [version, version]);
  const majors = [...engines.node.matchAll(/(\d+)\.x/g)].map(([, major]) => Number(major));
  t.true(majors.includes(Number.parseInt(version, 10)));
  const [, least] = /least = (\d+)/.exec(read('src/runtime.js'))!;
  t.is(Number(least), Math.min(...majors));
});

test('images get all that they copy, and nothing else', t => {
  const copied = [...dockerfile.matchAll(/^COPY (?!--)(.*) \S+$/gm)].flatMap(([, names]) =>
    names!.split(' '),
  );
  const allowed = [...read('.dockerignore').matchAll(/^!(.*)$/gm)].map(([, name]) => name!);
  t.deepEqual([...new Set(copied)].sort(), allowed.sort());
});

test('on Heroku run the processes that do not end', t => {
  t.deepEqual(
    Object.keys(app.formation),
    processes.map(([name]) => name).filter(name => name !== 'release'),
  );
});

test('app.json sets variables that the service reads, to values that it takes; those of PostgreSQL go to its client', t => {
  const known = [...read('src/config.ts').matchAll(/^ {4}([A-Z_]+):/gm)].map(([, name]) => name!);
  const env: Record<string, string> = { NODE_ENV: 'production' };
  for (const [name, { value = '' }] of Object.entries<{ value?: string }>(app.env)) {
    t.true(known.includes(name) || name === 'PGSSLMODE', name);
    env[name] = value;
  }
  t.is(readConfig(env).trustProxy, 1);
});

test('old and new processes, a release and an operator’s command share Heroku’s smallest database', t => {
  t.deepEqual(app.addons, [{ plan: 'heroku-postgresql:essential-0' }]);
  const allowed = 20;
  // What a release, a process that looks at the database as it starts, and a command have open at once (docs/operating.md).
  const others = 3 + 2 + 1;
  const pools = Object.entries<{ quantity: number }>(app.formation).map(
    ([name, { quantity }]) => quantity * app.env[`${name.toUpperCase()}_POOL_SIZE`].value,
  );
  // Each web process has one more for /readyz.
  pools.push(app.formation.web.quantity);
  t.true(2 * pools.reduce((sum, size) => sum + size) + others <= allowed, `${pools}`);
});
