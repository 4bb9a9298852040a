import ava, { type ExecutionContext } from 'ava';
import { limits } from '../../src/http/limits.ts';
import type { Account } from '../support/account.ts';
import { Browser, type Seen } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { shareLinks } from '../support/shareLinks.ts';
import { openSocket } from '../support/socket.ts';
import { world } from '../support/world.ts';

// Forms that arrive slowly or never completely don't delay others.

const w = world(ava);
const test = ava.serial;

/** Each letter takes 9 bytes in a form. */
const letters = (count: number) => 'あ'.repeat(count);
/** A note of 18 KB. */
const longNote = letters(2_000);
/** What waits for a slow form waits for as long as the form may take. */
const maxMs = limits.requestMs / 3;

/** A workspace with a project whose intake its client has not answered. */
async function begun() {
  const studio = await w.workspace();
  const project = await studio.project({ intake: {} });
  return { studio, project, intake: (await shareLinks(w, project.id)).intake };
}

/** What a stalled form says of itself, what is sent of it, and the session of its sender. */
interface Stalled {
  announced: number;
  sent: number;
  token?: string;
}

/** Sends the beginning of a form and stalls, this many times. Returns functions that tell the server's response so far. */
async function stalled(
  t: ExecutionContext,
  count: number,
  path: string,
  { announced, sent, token = '' }: Stalled,
) {
  const answers: (() => string)[] = [];
  for (let i = 0; i < count; i++) {
    const socket = await openSocket(w.baseUrl);
    t.teardown(() => socket.destroy());
    let answer = '';
    socket.on('data', data => {
      answer += data.toString('latin1');
    });
    const head = [
      `POST ${path} HTTP/1.1`,
      `Host: ${new URL(w.baseUrl).host}`,
      'Sec-Fetch-Site: same-origin',
      'Content-Type: application/x-www-form-urlencoded',
      `Content-Length: ${announced}`,
      `Cookie: corkboard=${token}`,
    ];
    const begun = `${head.join('\r\n')}\r\n\r\n${'x'.repeat(sent)}`;
    await new Promise(written => socket.write(begun, written));
    answers.push(() => answer);
  }
  return answers;
}

/** Does work that must not wait for a slow form, and returns its result. */
async function soon(t: ExecutionContext, done: () => Promise<Seen>): Promise<Seen> {
  const began = performance.now();
  const seen = await done();
  const ms = performance.now() - began;
  t.true(ms < maxMs, `${ms} ms`);
  return seen;
}

/** Writes a long note as the owner, and checks that it is stored. */
async function writesNote(t: ExecutionContext, studio: Account, projectId: string): Promise<void> {
  const owner = await w.owner(studio.id);
  const page = await owner.get(`/projects/${projectId}?tab=notes`);
  const { status } = await soon(t, () => owner.press(page, 'Add note', { body: longNote }));
  t.is(status, 303);
  const notes = await w.sql('select body from corkboard.notes where workspace_id = $1', studio.id);
  t.deepEqual(notes, [{ body: longNote }]);
}

/** Submits a client's long answers, and checks that they don't wait for a slow form. */
async function answers(t: ExecutionContext, intake: string): Promise<void> {
  const client = w.stranger();
  const page = await client.get(intake);
  const typed = { 'answers.0.answer': letters(5_000) };
  t.is((await soon(t, () => client.press(page, 'Submit answers', typed))).status, 303);
}

test('slow forms of clients, signed-out people and members don’t delay others', async t => {
  const slow = await Promise.all(Array.from({ length: 4 }, begun));
  const { studio, project } = slow[0]!;
  const { token } = (await w.owner(studio.id)).person;
  const form = { announced: 400_000, sent: 20 };
  for (const { intake } of slow) await stalled(t, 2, `${intake}/submit`, form);
  await stalled(t, 8, '/settings/set', form);
  await stalled(t, 8, '/settings/set', { ...form, token });
  for (const one of [...slow, await begun()]) await writesNote(t, one.studio, one.project.id);
  // They don't delay a client with the same link or a person whose session ended either.
  await answers(t, slow[0]!.intake);
  const gone = new Browser(w.baseUrl, { token: 'w'.repeat(65) });
  const kept = await soon(t, () => gone.post(`/projects/${project.id}/notes/add`, { body: longNote }));
  t.is(kept.status, 422);
  t.true(kept.text.includes(longNote));
});

test('when the memory for clients’ forms is used up, the forms of the link that holds the most are aborted', async t => {
  const [flooded, other] = [await begun(), await begun()];
  const elsewhere = await stalled(t, 1, `${other.intake}/submit`, { announced: 400_000, sent: 390_000 });
  const forms = await stalled(t, 60, `${flooded.intake}/submit`, { announced: 400_000, sent: 390_000 });
  await answers(t, (await begun()).intake);
  await writesNote(t, flooded.studio, flooded.project.id);
  const refused = await eventually(
    () => forms.filter(answer => answer().startsWith('HTTP/1.1 503')),
    ({ length }) => length > 20,
  );
  t.regex(refused[0]!(), /Too many forms are arriving at once/);
  t.is(elsewhere[0]!(), '');
  // A link of the flooded workspace works, too, because the slowest form is aborted to make room for it.
  await answers(t, flooded.intake);
});

test('a long form for a link that doesn’t work is answered at once and not read', async t => {
  const [form] = await stalled(t, 1, `/intake/${'w'.repeat(65)}/submit`, { announced: 400_000, sent: 20 });
  t.regex(await eventually(form!, answer => answer !== ''), /^HTTP\/1\.1 404/);
});
