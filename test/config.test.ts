import test from 'ava';
import { readConfig } from '../src/config.ts';
import { StartError } from '../src/errors/startError.ts';

const hosted = { AI_BASE_URL: 'https://ai.example/v1/', AI_MODEL: 'small', AI_API_KEY: 'sk-1' };

test('classification is set up by URL and model, with an optional key; without them it is off', t => {
  const { classification } = readConfig(hosted);
  t.deepEqual(classification, { baseUrl: 'https://ai.example/v1', model: 'small', apiKey: 'sk-1' });
  t.is(readConfig({ ...hosted, AI_API_KEY: '' }).classification!.apiKey, undefined);
  t.is(readConfig({}).classification, undefined);
});

const aKey = Buffer.alloc(32, 'never').toString('base64');
const wrong: [string, Record<string, string>][] = [
  ['AI_BASE_URL', { AI_BASE_URL: 'ai.example/v1' }],
  ['AI_BASE_URL', { AI_BASE_URL: 'ftp://ai.example/v1' }],
  ['AI_BASE_URL', { AI_BASE_URL: 'https://never:seen@ai.example/v1' }],
  ['AI_BASE_URL', { AI_BASE_URL: 'https://ai.example/v1?api-version=1' }],
  ['AI_BASE_URL', { AI_BASE_URL: '' }],
  ['AI_BASE_URL', { AI_BASE_URL: '', AI_MODEL: '' }],
  ['AI_MODEL', { AI_MODEL: '' }],
  ['AI_MODEL', { AI_MODEL: ' ' }],
  ['AI_API_KEY', { AI_API_KEY: 'never seen' }],
  ['AI_API_KEY', { AI_API_KEY: 'never\nseen' }],
  ['AI_API_KEY', { AI_API_KEY: 'never-sëen' }],
];
const unusable: [string, Record<string, string>][] = [
  ['PORT', { PORT: '65536' }],
  ['WEB_POOL_SIZE', { WEB_POOL_SIZE: '0' }],
  ['WORKER_POOL_SIZE', { WORKER_POOL_SIZE: 'many' }],
  ['CITUS_READ_FROM_NODES', { CITUS_READ_FROM_NODES: 'yes' }],
  ['WORKER_CONCURRENCY', { WORKER_CONCURRENCY: '1.5' }],
  ['DATABASE_URL', { DATABASE_URL: 'mysql://localhost/x' }],
  ['PUBLIC_URL', { PUBLIC_URL: 'corkboard.example' }],
  ['HOST', { HOST: 'everywhere' }],
  ['TRUST_PROXY', { TRUST_PROXY: 'true' }],
  ['METRICS_PORT', { METRICS_PORT: '65536' }],
  ['METRICS_HOST', { METRICS_HOST: 'metrics.internal' }],
  ['LOG_LEVEL', { LOG_LEVEL: 'verbose' }],
  ['TRUST_PROXY', { TRUST_PROXY: '-1' }],
  ['TRUST_PROXY', { TRUST_PROXY: '101' }],
  ['PUBLIC_URL', { PUBLIC_URL: 'https://never:seen@a.example' }],
  ['PUBLIC_URL', { PUBLIC_URL: 'https://a.example/?x=1' }],
  ['PUBLIC_URL', { PUBLIC_URL: 'https://a.example/#f' }],
  ['SMTP_URL', { SMTP_URL: 'smtp://' }],
  ['SMTP_URL', { SMTP_URL: 'smtp://never:seen@' }],
  ['DATABASE_URL', { DATABASE_URL: 'postgres://' }],
  ['SECRETS_KEY', { SECRETS_KEY: 'never-seen' }],
  ['SECRETS_KEY', { SECRETS_KEY: Buffer.alloc(31, 'never').toString('base64') }],
  ['SECRETS_KEY', { SECRETS_KEY: Buffer.alloc(33, 'never').toString('base64') }],
  ['SECRETS_KEY', { SECRETS_KEY: `${aKey},` }],
  ['SECRETS_KEY', { SECRETS_KEY: `${aKey} ${aKey}` }],
  ['SECRETS_KEY', { SECRETS_KEY: aKey.replace('=', '') }],
  ['DATABASE_URL', { DATABASE_URL: 'postgres:///corkboard' }],
  ['PGSSLROOTCERT', { PGSSLROOTCERT: '/never-seen' }],
  ['ALLOW_HTTP', { ALLOW_HTTP: 'yes' }],
  ['ALLOW_LOGGED_MAIL', { ALLOW_LOGGED_MAIL: '1' }],
];
/** What is easily mistyped, or copied along, where a connection is to be secured and how. */
const insecure: [string, Record<string, string>][] = [
  ...['verify-full\n', 'REQUIRE', 'noverify', 'allow', 'verify_full', ' require', 'true'].flatMap(
    mode =>
      [
        ['PGSSLMODE', { PGSSLMODE: mode }],
        ['DATABASE_URL', { DATABASE_URL: databaseWith({ sslmode: mode }) }],
      ] as [string, Record<string, string>][],
  ),
  ...[
    { sslmode: '' },
    { ssl: 'yes' },
    { SSLMODE: 'require' },
    { ssl_mode: 'require' },
    { sslrootcert: '/never-seen' },
    { sslrootcert: '' },
    { sslrootcert: import.meta.filename },
    { sslcert: '/never-seen' },
    { sslkey: import.meta.filename },
    { sslnegotiation: 'Direct' },
    { channel_binding: 'require' },
    { channel_binding: 'require', sslmode: 'no-verify' },
    { port: 'none' },
    { replication: 'database' },
    { statement_timeout: '0' },
    { never: 'seen' },
  ].map(
    parameters =>
      ['DATABASE_URL', { DATABASE_URL: databaseWith(parameters) }] as [string, Record<string, string>],
  ),
  ['DATABASE_URL', { DATABASE_URL: `${databaseWith({ sslmode: 'disable' })}&sslmode=verify-full` }],
  ['DATABASE_URL', { DATABASE_URL: 'postgres://never:%ff@database.example/corkboard' }],
  ['PGSSLROOTCERT', { PGSSLROOTCERT: import.meta.filename }],
  ['PGSSLCERT', { PGSSLCERT: '/never-seen' }],
  ['PGSSLKEY', { PGSSLKEY: import.meta.filename }],
  ['PGSSLNEGOTIATION', { PGSSLNEGOTIATION: 'direct\n' }],
];

/** Variables of text, with a value that was copied with its line break. */
const broken: [string, Record<string, string>][] = [
  ['DATABASE_URL', { DATABASE_URL: 'postgres://database.example/corkboard\n' }],
  ['DATABASE_URL', { DATABASE_URL: 'postgres://database.exa\nmple/corkboard' }],
  ['PUBLIC_URL', { PUBLIC_URL: 'https://cork.example\n' }],
  ['PUBLIC_URL', { PUBLIC_URL: 'https://cork.example ' }],
  ['PUBLIC_URL', { PUBLIC_URL: 'https://cork\t.example' }],
  ['AI_BASE_URL', { AI_BASE_URL: 'https://ai.example/v1\n' }],
  ['AI_MODEL', { AI_MODEL: 'sm\nall' }],
  ['AI_API_KEY', { AI_API_KEY: 'never-seen\n' }],
  ['SMTP_URL', { SMTP_URL: 'smtp://mail.example\n' }],
  ['MAIL_FROM', { MAIL_FROM: 'cork@cork.example\n' }],
  ['MAIL_FROM', { MAIL_FROM: 'Cork\nBcc: everybody@never.seen <cork@cork.example>' }],
  ['DATA_DIR', { DATA_DIR: '.data\n' }],
  ['NODE_ENV', { NODE_ENV: 'production\n', WEBHOOK_ALLOW_PRIVATE: 'true' }],
  ['HOST', { HOST: '127.0.0.1\n' }],
  ['PORT', { PORT: '3000\n' }],
  ['LOG_LEVEL', { LOG_LEVEL: 'info\n' }],
  ['WEBHOOK_ALLOW_PRIVATE', { WEBHOOK_ALLOW_PRIVATE: 'false\n' }],
  ['SECRETS_KEY', { SECRETS_KEY: `${aKey}\n` }],
  ['ALLOW_HTTP', { ALLOW_HTTP: 'true\n' }],
  ['TRUST_PROXY', { TRUST_PROXY: '1\n' }],
  ['METRICS_PORT', { METRICS_PORT: '9394\n' }],
  ['WEB_POOL_SIZE', { WEB_POOL_SIZE: '8\n' }],
];

/** The address of a database with these parameters. */
function databaseWith(parameters: Record<string, string>): string {
  return `postgres://database.example/corkboard?${new URLSearchParams(parameters)}`;
}

test('PG variables add the TLS settings that the URL leaves out', t => {
  const addressWith = (env: Record<string, string>, parameters: Record<string, string> = {}) =>
    readConfig({ DATABASE_URL: databaseWith(parameters), ...env }).databaseUrl;
  t.is(addressWith({ PGSSLMODE: 'verify-full' }), databaseWith({ sslmode: 'verify-full' }));
  t.is(
    addressWith({ PGSSLMODE: 'disable', PGSSLNEGOTIATION: 'postgres' }, { sslmode: 'require' }),
    databaseWith({ sslmode: 'require', sslnegotiation: 'postgres' }),
  );
  t.is(addressWith({ PGSSLMODE: 'disable' }, { ssl: 'true' }), databaseWith({ ssl: 'true' }));
  t.is(addressWith({ PGSSLMODE: '' }), databaseWith({}));
});

test('a database URL may have the forms that hosting providers hand out', t => {
  for (const parameters of [
    { sslmode: 'require', channel_binding: 'require' },
    { sslmode: 'require', connect_timeout: '10', application_name: 'corkboard' },
  ] as Record<string, string>[])
    t.is(readConfig({ DATABASE_URL: databaseWith(parameters) }).databaseUrl, databaseWith(parameters));
});

test('a database may be named by the folder of its socket', t => {
  for (const url of ['postgres://%2Fvar%2Frun/corkboard', 'postgres:///corkboard?host=/var/run']) {
    t.is(readConfig({ DATABASE_URL: url }).databaseUrl, url);
  }
});

test('web listens on all addresses, with the embedded database on the loopback address, and on HOST if it is set', t => {
  const url = { DATABASE_URL: 'postgres://database.example/corkboard' };
  t.is(readConfig(url).host, undefined);
  t.is(readConfig({}).host, '127.0.0.1');
  t.is(readConfig({ ...url, HOST: '::1' }).host, '::1');
  t.is(readConfig({ HOST: '0.0.0.0' }).host, '0.0.0.0');
});

test('the keys of SECRETS_KEY keep their order, and are optional', t => {
  const another = Buffer.alloc(32, 'another');
  t.deepEqual(readConfig({ SECRETS_KEY: `${another.toString('base64')},${aKey}` }).secretsKeys, [
    another,
    Buffer.from(aKey, 'base64'),
  ]);
  t.deepEqual(readConfig({}).secretsKeys, []);
});

test('no proxy is trusted unless TRUST_PROXY is set', t => {
  t.is(readConfig({}).trustProxy, 0);
  t.is(readConfig({ TRUST_PROXY: '1' }).trustProxy, 1);
});

for (const [name, env] of [...wrong, ...unusable, ...insecure, ...broken]) {
  test(`${JSON.stringify(env)} is rejected in one line that names ${name} and shows no secret`, t => {
    const error = t.throws(() => readConfig({ ...hosted, ...env }), { instanceOf: StartError });
    t.regex(error!.message, new RegExp(`^${name} must be [^\n]+\\.$`));
    t.notRegex(error!.message, /never|sk-1/);
  });
}
