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
const secret = (bytes: number) => Buffer.alloc(bytes, 'never').toString('base64');
/** What is easily mistyped, or copied along, where a connection is to be secured. */
const sslmodes = ['verify-full\n', 'REQUIRE', 'noverify', 'allow', 'verify_full', ' require', 'true'];
/** Parameters of a database's address that don't secure it as they are meant to, or that the service sets itself. */
const parameters: Record<string, string>[] = [
  ...sslmodes.map(sslmode => ({ sslmode })),
  ...[{ sslmode: '' }, { ssl: 'yes' }, { SSLMODE: 'require' }, { ssl_mode: 'require' }],
  ...[{ sslrootcert: '/never-seen' }, { sslrootcert: '' }, { sslrootcert: import.meta.filename }],
  ...[{ sslcert: '/never-seen' }, { sslkey: import.meta.filename }, { sslnegotiation: 'Direct' }],
  ...[{ channel_binding: 'require' }, { channel_binding: 'require', sslmode: 'no-verify' }],
  ...[{ port: 'none' }, { replication: 'database' }, { statement_timeout: '0' }, { never: 'seen' }],
];

/** What no variable may be: values of another form, and, copied with them, a line break or a blank. */
const rejected: Record<string, string[]> = {
  AI_BASE_URL: [
    ...['', 'ai.example/v1', 'ftp://ai.example/v1', 'https://never:seen@ai.example/v1'],
    ...['https://ai.example/v1?api-version=1', 'https://ai.example/v1\n'],
  ],
  AI_MODEL: ['', ' ', 'sm\nall'],
  AI_API_KEY: ['never seen', 'never\nseen', 'never-sëen', 'never-seen\n'],
  PORT: ['65536', '3000\n'],
  HOST: ['everywhere', '127.0.0.1\n'],
  METRICS_PORT: ['65536', '9394\n'],
  METRICS_HOST: ['metrics.internal'],
  WEB_POOL_SIZE: ['0', '8\n'],
  WORKER_POOL_SIZE: ['many'],
  WORKER_CONCURRENCY: ['1.5'],
  CITUS_READ_FROM_NODES: ['yes'],
  DATABASE_URL: [
    ...['mysql://localhost/x', 'postgres://', 'postgres:///corkboard'],
    ...['postgres://database.example/corkboard\n', 'postgres://database.exa\nmple/corkboard'],
    ...parameters.map(databaseWith),
    `${databaseWith({ sslmode: 'disable' })}&sslmode=verify-full`,
    'postgres://never:%ff@database.example/corkboard',
  ],
  PGSSLMODE: sslmodes,
  PGSSLROOTCERT: ['/never-seen', import.meta.filename],
  PGSSLCERT: ['/never-seen'],
  PGSSLKEY: [import.meta.filename],
  PGSSLNEGOTIATION: ['direct\n'],
  PUBLIC_URL: [
    ...[
      'corkboard.example',
      'https://never:seen@a.example',
      'https://a.example/?x=1',
      'https://a.example/#f',
    ],
    ...['https://cork.example\n', 'https://cork.example ', 'https://cork\t.example'],
  ],
  TRUST_PROXY: ['true', '-1', '101', '1\n'],
  LOG_LEVEL: ['verbose', 'info\n'],
  SMTP_URL: ['smtp://', 'smtp://never:seen@', 'smtp://mail.example\n'],
  MAIL_FROM: ['cork@cork.example\n', 'Cork\nBcc: everybody@never.seen <cork@cork.example>'],
  SECRETS_KEY: [
    ...[
      'never-seen',
      secret(31),
      secret(33),
      `${aKey},`,
      `${aKey} ${aKey}`,
      aKey.replace('=', ''),
      `${aKey}\n`,
    ],
  ],
  DATA_DIR: ['.data\n'],
  NODE_ENV: ['production\n', 'Production', 'prod'],
  ALLOW_HTTP: ['yes', 'true\n'],
  ALLOW_LOGGED_MAIL: ['1'],
  EXTRA_FONTS: ['yes'],
  WEBHOOK_ALLOW_PRIVATE: ['false\n'],
};

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

for (const [name, values] of Object.entries(rejected)) {
  test(`what ${name} must not be is rejected in one line that names it and shows no secret`, t => {
    for (const value of values) {
      const error = t.throws(
        () => readConfig({ ...hosted, [name]: value }),
        { instanceOf: StartError },
        value,
      );
      t.regex(error!.message, new RegExp(`^${name} must be [^\n]+\\.$`));
      t.notRegex(error!.message, /never|sk-1/);
    }
  });
}

test('a model alone doesn’t set up classification', t => {
  t.throws(() => readConfig({ ...hosted, AI_BASE_URL: '', AI_MODEL: '' }), {
    message: /^AI_BASE_URL must be /,
  });
});
