import test, { type ExecutionContext } from 'ava';
import { serve } from '../../src/bin/serve.ts';
import { readConfig } from '../../src/config.ts';
import { loggedLines } from '../support/loggedLines.ts';
import { patient, sharedWorld } from '../support/world.ts';

// A proxy that accepts plain http lets keys through that anyone on the way can read. The log says so, once.
const w = sharedWorld(test, 'processes');
const lines = loggedLines(test, 'warn');

/** Sends requests with a valid key and these X-Forwarded-Proto headers. Answers the prefixes of the keys that the log warns of. */
async function warnedOf(
  t: ExecutionContext,
  env: Record<string, string>,
  protos: (string | undefined)[],
  authorization?: string,
): Promise<string[]> {
  const { key } = await w.workspace();
  const web = await serve({ ...readConfig(env), port: 0 }, w.serviceUrl, patient);
  lines.length = 0;
  for (const proto of protos) {
    const response = await fetch(`http://127.0.0.1:${web.port}/api/v1/me`, {
      headers: {
        Authorization: authorization ?? `Bearer ${key}`,
        ...(proto !== undefined && { 'X-Forwarded-Proto': proto }),
      },
    });
    t.is(response.status, authorization === undefined ? 200 : 401);
  }
  await web.stop();
  const prefixes = lines
    .filter(({ msg }) => /an API key came in plain text/.test(msg))
    .map(({ keyPrefix }) => keyPrefix);
  for (const prefix of prefixes) t.true(key.startsWith(prefix));
  return prefixes;
}

const behindProxy = { PUBLIC_URL: 'https://cork.example', TRUST_PROXY: '1' };

test.serial(
  'the first key that came by plain http is reported by its prefix, and all are answered',
  async t => {
    t.is((await warnedOf(t, behindProxy, ['https', 'http', 'http', undefined])).length, 1);
  },
);

test.serial('of several proxies the outermost of our own says how it was asked', async t => {
  const two = { ...behindProxy, TRUST_PROXY: '2' };
  t.is((await warnedOf(t, two, ['https, http, https'])).length, 1);
  t.is((await warnedOf(t, two, ['http, https, http', 'https'])).length, 0);
  t.is((await warnedOf(t, two, ['http'])).length, 1);
});

test.serial(
  'nothing is reported that a stranger says, that is intended, or that has no valid key',
  async t => {
    t.deepEqual(await warnedOf(t, { ...behindProxy, TRUST_PROXY: '0' }, ['http']), []);
    t.deepEqual(await warnedOf(t, { ...behindProxy, PUBLIC_URL: 'http://cork.example' }, ['http']), []);
    t.deepEqual(await warnedOf(t, behindProxy, ['http'], 'Bearer crk_nothing'), []);
  },
);
