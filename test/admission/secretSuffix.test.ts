import test from 'ava';
import { canBeKey, canBeToken, hashOfSecret, secretOf, workspaceIn } from '../../src/admission/key.ts';
import { signIn, suffixOf } from '../support/session.ts';
import { sharedWorld } from '../support/world.ts';

// The workspace behind a key or token (src/admission/key.ts).
const w = sharedWorld(test, 'api');

const id = '01a216d5-696c-71ba-b51a-fe8c7158e791';
const token = 'A'.repeat(43);

/** The other texts that base64url decodes to the same bytes. */
const otherSpellings = (suffix: string) => {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const bytesOf = (text: string) => Buffer.from(text, 'base64url').toString('hex');
  return [...alphabet]
    .map(letter => suffix.slice(0, -1) + letter)
    .filter(other => other !== suffix && bytesOf(other) === bytesOf(suffix));
};

for (const secret of [`crk_${token}`, token]) {
  test(`the workspace after ${secret.slice(0, 6)}… is not part of the secret`, t => {
    t.is(workspaceIn(secret), null);
    t.is(workspaceIn(secret + suffixOf(id)), id.replaceAll('-', ''));
    t.is(secretOf(secret + suffixOf(id)), secret);
    t.deepEqual(hashOfSecret(secret + suffixOf(id)), hashOfSecret(secret));
    const others = otherSpellings(suffixOf(id));
    t.is(others.length, 15);
    for (const other of others) {
      t.is(workspaceIn(secret + other), null);
      t.is(secretOf(secret + other), secret + other);
    }
  });
}

test('a whole id follows each secret', t => {
  t.true(canBeKey(`crk_${token}${suffixOf(id)}`));
  t.true(canBeToken(token + suffixOf(id)));
  for (const length of [0, 1, 21, 23, 44]) {
    t.false(canBeKey(`crk_${token}${'A'.repeat(length)}`));
    t.false(canBeToken(`${token}${'A'.repeat(length)}`));
  }
  const rest = 'A'.repeat(65);
  for (const text of [
    '',
    'crk_',
    'crk_wrong',
    `${`crk_${rest}`.slice(0, -1)}+`,
    `CRK_${rest}`,
    `key_${rest}`,
  ])
    t.false(canBeKey(text), text);
});

test('a key, a session and a link work with their own workspace behind them, spelled as given, and with no other', async t => {
  const [ours, theirs] = [await w.workspace(), await w.workspace()];
  const project = await ours.project();
  await ours.scope(project.id);
  const [{ token: link }] = await w.sql(
    'select share_token as token from corkboard.scopes where project_id = $1',
    project.id,
  );
  const { token: session } = await signIn(w, ours.id);
  const statuses = async (suffix: string) => {
    const sent: [string, Record<string, string>][] = [
      ['/api/v1/me', { Authorization: `Bearer ${secretOf(ours.key)}${suffix}` }],
      ['/clients', { Cookie: `corkboard=${secretOf(session)}${suffix}` }],
      [`/scope/${link}${suffix}`, {}],
    ];
    return Promise.all(
      sent.map(
        async ([path, headers]) => (await fetch(w.baseUrl + path, { headers, redirect: 'manual' })).status,
      ),
    );
  };
  // Also once the process knows the workspaces of all three.
  for (let n = 0; n < 2; n++) {
    t.deepEqual(await statuses(suffixOf(ours.id)), [200, 200, 200]);
    for (const suffix of ['', suffixOf(theirs.id), ...otherSpellings(suffixOf(ours.id)).slice(0, 2)])
      t.deepEqual(await statuses(suffix), [401, 303, 404]);
  }
});
