import test from 'ava';
import { everything, misuse, operator } from '../support/command.ts';
import { world } from '../support/world.ts';

const w = world(test);
const corkboard = operator(w);
const answers = ['--answers', '{" Who visits? ": " Regulars ", "Why?": " "}'];

test('submit stores the answers, trimmed and without blank ones, and never prints them', async t => {
  const studio = await w.workspace();
  const { id } = await studio.project({ intake: {} });
  const { intake } = await corkboard('intake', 'submit', id, ...answers);
  t.deepEqual(Object.keys(intake), ['projectId', 'submittedAt']);
  t.is(intake.projectId, id);
  t.regex(intake.submittedAt, /^\d{4}-.*\.\d{3}Z$/);
  const { rows } = await w.db.query('select answers from corkboard.intakes where project_id = $1', [id]);
  t.deepEqual(rows, [{ answers: { 'Who visits?': 'Regulars' } }]);
});

test('an intake can be submitted once', async t => {
  const studio = await w.workspace();
  const { id } = await studio.project({ intake: {} });
  await corkboard('intake', 'submit', id, ...answers);
  const before = await everything(w, studio.id);
  t.regex(await corkboard.refused('intake', 'submit', id, '--answers', '{"Q": "A"}'), /submitted already/);
  t.deepEqual(await everything(w, studio.id), before);
});

const many = Object.fromEntries(Array.from({ length: 41 }, (_, n) => [`Question ${n}`, 'A']));
for (const [what, given] of Object.entries({
  nothing: '',
  'no JSON': '{"Q": ',
  'a list': '["A"]',
  null: 'null',
  'a number for an answer': '{"Q": 1}',
  'a blank question': '{" ": "A"}',
  'a question of 201 characters': `{"${'q'.repeat(201)}": "A"}`,
  'an answer of 5001 characters': `{"Q": "${'a'.repeat(5001)}"}`,
  'an answer that PostgreSQL cannot hold': '{"Q": "\\u0000"}',
  'two to one question': '{"Q": "A", " Q": "B"}',
  '41 answers': JSON.stringify(many),
})) {
  test(`wrong usage: answers that are ${what}`, async t => {
    t.regex(await misuse('intake', 'submit', 'x', '--answers', given), /--answers/);
  });
}
