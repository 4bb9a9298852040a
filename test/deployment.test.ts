import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import test from 'ava';
import { parse } from 'yaml';
import { checkProduction, readConfig } from '../src/config.ts';
import { StartError } from '../src/errors/startError.ts';

// Procfile, app.json, Dockerfile, compose.yaml and package.json agree.

const read = (name: string) => readFileSync(join(import.meta.dirname, '..', name), 'utf8');
const { scripts, engines, devDependencies } = JSON.parse(read('package.json'));
const app = JSON.parse(read('app.json'));
const dockerfile = read('Dockerfile');
/** The variables that the service reads. */
const known = [...read('src/config.ts').matchAll(/^ {4}([A-Z_]+):/gm)].map(([, name]) => name!);
const processes = [...read('Procfile').matchAll(/^(\w+): npm run (\w+)$/gm)].map(([, ...names]) => names);

/** The command of a script, as it is without a shell. */
const ranBy = (name: string) => scripts[name].replace('exec ', '').replace(' $NODE_OPTIONS', '');

test('the Procfile’s processes are the scripts of the same names, and Heroku runs the long-lived ones', t => {
  t.deepEqual(
    processes,
    ['release', 'web', 'worker'].map(name => [name, name]),
  );
  for (const [name] of processes) t.true(name! in scripts, name);
  t.deepEqual(Object.keys(app.formation), ['web', 'worker']);
});

for (const name of ['web', 'worker']) {
  test(`the image for ${name} runs what its script runs, without a shell`, t => {
    const [, stage] = new RegExp(` AS ${name}\\n(.*?)(?=\\nFROM|$)`, 's').exec(dockerfile)!;
    const env = [...stage!.matchAll(/^ENV (.*)$/gm)].map(([, set]) => set!);
    const [, command] = /^CMD (.*)$/m.exec(stage!)!;
    t.is([...env, ...JSON.parse(command!)].join(' '), ranBy(name));
  });
}

test('NODE_OPTIONS prevails over the limits of the scripts', async t => {
  const printLimit = `console.log(process.getBuiltinModule('v8').getHeapStatistics().heap_size_limit); process.exit()`;
  /** The limit of the heap in bytes, by these options and by those of the script if it is given. */
  const limit = async (options: string, script = 'exec node -e 0') => {
    const { stdout } = await promisify(execFile)('sh', ['-c', script], {
      cwd: join(import.meta.dirname, '..'),
      env: {
        PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
        NODE_OPTIONS: `${options} --import data:text/javascript,${encodeURIComponent(printLimit)}`,
      },
    });
    return Number(stdout);
  };
  const options = '--max-semi-space-size=16 --max-old-space-size=700';
  const expected = await limit(options);
  for (const name of ['web', 'worker']) t.is(await limit(options, scripts[name]), expected, name);
});

for (const name of ['release', 'web', 'worker']) {
  test(`the systemd unit for ${name} runs what its script runs, in production, and has time to stop`, t => {
    const unit = read(`ops/corkboard-${name}.service`);
    /** The values of a setting, in their order. */
    const values = (setting: string) =>
      [...unit.matchAll(new RegExp(`^${setting}=(.*)$`, 'gm'))].map(([, value]) => value!);
    const env = values('Environment').map(value => value.replace(/^"(\w+)=(.*)"$/, '$1="$2"'));
    t.true(env.includes('NODE_ENV=production'));
    const ofScript = env.filter(set => !/^(NODE_ENV|METRICS_PORT)=/.test(set));
    t.is([...ofScript, ...values('ExecStart')].join(' '), ranBy(name));
    // What these files set prevails over the unit's own.
    t.true(values('EnvironmentFile').includes('/etc/corkboard/environment'));
    t.deepEqual(values('NoNewPrivileges'), ['true']);
    // Web and worker take up to 28 seconds to stop (docs/operating.md); systemd waits for a oneshot's start without a limit.
    if (name === 'release') t.deepEqual(values('TimeoutStartSec'), ['infinity']);
    else t.true(Number(values('TimeoutStopSec')[0]) > 28);
  });
}

test('everything that starts a process gives it the number of threads that the process expects', t => {
  const [, threads] = /UV_THREADPOOL_SIZE \?\?= '(\d+)'/.exec(read('src/bin/threads.ts'))!;
  for (const name of ['start', 'web', 'worker']) {
    t.regex(
      scripts[name],
      new RegExp(`^UV_THREADPOOL_SIZE=${threads} (NODE_OPTIONS="[^"]*" )?exec node `),
      name,
    );
    // Before anything else that is imported can use the pool.
    t.regex(read(`src/bin/${name}.ts`), /^import '\.\/threads\.ts';\n/, name);
  }
  const set = [...dockerfile.matchAll(/^ENV UV_THREADPOOL_SIZE=(\d+)$/gm)].map(([, size]) => size);
  t.deepEqual(set, [threads, threads]);
});

test('images use the version of Node that the tests run on and that engines allows', t => {
  const version = read('.node-version').trim();
  t.is(devDependencies.node, version);
  const bases = [...dockerfile.matchAll(/^FROM node:([\d.]+)/gm)].map(([, base]) => base);
  t.deepEqual(bases, [version, version]);
  const majors = [...engines.node.matchAll(/(\d+)\.x/g)].map(([, major]) => Number(major));
  t.true(majors.includes(Number.parseInt(version, 10)));
  const [, least] = /least = (\d+)/.exec(read('src/runtime.js'))!;
  t.is(Number(least), Math.min(...majors));
});

test('images contain everything that they copy, and nothing else', t => {
  const copied = [...dockerfile.matchAll(/^COPY (?!--)(.*) \S+$/gm)].flatMap(([, names]) =>
    names!.split(' '),
  );
  const allowed = [...read('.dockerignore').matchAll(/^!(.*)$/gm)].map(([, name]) => name!);
  t.deepEqual([...new Set(copied)].sort(), allowed.sort());
});

test('production refuses to log its mail or to be reached by plain http, in one line, unless that is intended', t => {
  const production = { DATABASE_URL: 'postgres://database.example/corkboard', NODE_ENV: 'production' };
  const settings = { SMTP_URL: 'smtp://mail.example', PUBLIC_URL: 'https://cork.example' };
  const check = (env: Record<string, string>) => checkProduction(readConfig({ ...production, ...env }));
  t.notThrows(() => check(settings));
  t.notThrows(() => check({ ALLOW_LOGGED_MAIL: 'true', ALLOW_HTTP: 'true' }));
  for (const [name, value, allowing] of [
    ['SMTP_URL', '', 'ALLOW_LOGGED_MAIL'],
    ['PUBLIC_URL', '', 'ALLOW_HTTP'],
    ['PUBLIC_URL', 'http://cork.example', 'ALLOW_HTTP'],
  ] as const) {
    const env = { ...settings, [name]: value };
    t.throws(() => check(env), {
      instanceOf: StartError,
      message: RegExp(`^${name} must be [^\\n]+${allowing}=true\\.$`),
    });
    t.notThrows(() => check({ ...env, [allowing]: 'true' }));
  }
});

interface HerokuVariable {
  value?: string;
  required?: boolean;
}

test('app.json sets variables that the service reads, to valid values, and requires what production needs', t => {
  const env: Record<string, string> = {};
  const asked: string[] = [];
  for (const [name, { value = '', required = true }] of Object.entries<HerokuVariable>(app.env)) {
    t.true(known.includes(name), name);
    env[name] = value;
    if (value === '' && required) asked.push(name);
  }
  t.is(env.NODE_ENV, 'production');
  const answers = {
    PUBLIC_URL: 'https://cork.example',
    SMTP_URL: 'smtp://mail.example',
    MAIL_FROM: 'a@b.example',
  };
  t.deepEqual(asked.sort(), Object.keys(answers).sort());
  const config = readConfig({ ...env, ...answers });
  t.notThrows(() => checkProduction(config));
  t.is(config.trustProxy, 1);
});

test('old and new processes, a release and an operator’s command fit into Heroku’s smallest database', t => {
  t.deepEqual(app.addons, [{ plan: 'heroku-postgresql:essential-0' }]);
  const allowed = 20;
  // What a release, a process that looks at the database as it starts, and a command have open at once (docs/database.md).
  const others = 3 + 1 + 1;
  const pools = Object.entries<{ quantity: number }>(app.formation).map(
    ([name, { quantity }]) => quantity * app.env[`${name.toUpperCase()}_POOL_SIZE`].value,
  );
  // Each web process has one more for /readyz.
  pools.push(app.formation.web.quantity);
  t.true(2 * pools.reduce((sum, size) => sum + size) + others <= allowed, `${pools}`);
});

// compose.yaml. No test can start it where no Docker engine runs, so these compare it with what it starts.

interface Service {
  image?: string;
  build?: { context: string; target: string };
  command?: string[];
  environment: Record<string, string | number>;
  depends_on?: Record<string, { condition: string }>;
  ports?: string[];
  restart?: string;
  stop_grace_period?: string;
}
const composeText = read('compose.yaml');
const compose: { services: Record<string, Service>; volumes: Record<string, null> } = parse(composeText, {
  merge: true,
});
const { postgres, ...ours } = compose.services;

/** The environment of a service as Compose interpolates it from `given`, the content of .env. */
function environmentOf(service: Service, given: Record<string, string>): Record<string, string> {
  const fill = (text: string) =>
    text.replace(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name, operator, word) => {
      if (given[name]) return given[name];
      if (operator === '?') throw new Error(word);
      return word ?? '';
    });
  return Object.fromEntries(
    Object.entries(service.environment).map(([name, value]) => [name, fill(`${value}`)]),
  );
}

test('compose.yaml runs PostgreSQL and the processes of the Procfile, built from the Dockerfile', t => {
  t.deepEqual(
    Object.keys(ours),
    processes.map(([name]) => name),
  );
  const stages = [...dockerfile.matchAll(/^FROM .* AS (\w+)$/gm)].map(([, stage]) => stage);
  for (const [name, { build, command, restart, stop_grace_period }] of Object.entries(ours)) {
    t.is(build?.context, '.', name);
    t.true(stages.includes(build?.target), name);
    if (name === 'release') continue;
    t.is(build?.target, name);
    // The image's own command, which stops within 28 seconds (docs/operating.md).
    t.is(command, undefined, name);
    t.deepEqual(
      { restart, stop_grace_period },
      { restart: 'unless-stopped', stop_grace_period: '30s' },
      name,
    );
  }
  t.is(ours.release!.command!.join(' '), scripts.release.replace('exec ', ''));
  t.is(ours.release!.restart, undefined);
});

test('in compose.yaml web and worker start after the release has succeeded, and the release once PostgreSQL is ready', t => {
  t.deepEqual(ours.release!.depends_on, { postgres: { condition: 'service_healthy' } });
  for (const name of ['web', 'worker'])
    t.deepEqual(ours[name]!.depends_on, { release: { condition: 'service_completed_successfully' } }, name);
});

test('compose.yaml runs the PostgreSQL that the tests run in a container, on a named volume', t => {
  t.true(read('test/support/postgres.ts').includes(`'${postgres!.image}'`));
  t.deepEqual(Object.keys(compose.volumes), ['database']);
});

test('compose.yaml needs a password for the database, and production’s variables unless it is only tried', t => {
  t.deepEqual(
    [...composeText.matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name),
    ['POSTGRES_PASSWORD'],
  );
  t.throws(() => environmentOf(postgres!, {}), { message: /POSTGRES_PASSWORD/ });
  const given = { POSTGRES_PASSWORD: 'abc123' };
  const { POSTGRES_USER, POSTGRES_DB } = environmentOf(postgres!, given);
  // What the comment at its head has people put in .env to try it.
  const tried = Object.fromEntries(
    [...composeText.matchAll(/echo "(ALLOW_\w+)=(\w+)"/g)].map(([, ...set]) => set),
  );
  for (const [name, service] of Object.entries(ours)) {
    const configOf = (more: Record<string, string>) =>
      readConfig({ ...environmentOf(service, { ...given, ...more }), NODE_ENV: 'production' });
    const config = configOf(tried);
    t.notThrows(() => checkProduction(config));
    t.throws(() => checkProduction(configOf({})), { message: /^SMTP_URL must be set/ });
    const real = { SMTP_URL: 'smtp://mail.example', PUBLIC_URL: 'https://cork.example' };
    t.notThrows(() => checkProduction(configOf(real)));
    t.regex(
      config.databaseUrl!,
      RegExp(`^postgres://${POSTGRES_USER}:abc123@postgres:5432/${POSTGRES_DB}\\b`),
      name,
    );
    t.is(config.host, undefined, name);
  }
});

test('compose.yaml passes only variables that the service reads, under their own names', t => {
  for (const { environment } of Object.values(ours)) {
    for (const [name, value] of Object.entries(environment)) {
      t.true(known.includes(name), name);
      const [, passed = name] = /^\$\{(\w+)/.exec(`${value}`) ?? [];
      t.is(passed, name);
    }
  }
});

test('compose.yaml publishes the port of web, and gives the worker the port that its health check uses', t => {
  const [, exposed] = /^EXPOSE (\d+)$/m.exec(dockerfile)!;
  t.deepEqual(ours.web!.ports, [`127.0.0.1:${exposed}:${exposed}`]);
  t.is(environmentOf(ours.web!, {}).PUBLIC_URL, `http://localhost:${exposed}`);
  t.is(ours.worker!.ports, undefined);
  t.true(readConfig(environmentOf(ours.worker!, { POSTGRES_PASSWORD: 'x' })).metricsPort! > 0);
});
